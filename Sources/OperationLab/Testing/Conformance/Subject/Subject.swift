import Foundation
import OperationBench

/// The operation under check: an expression that makes a new one for every life.
package struct Subject: Sendable {
  /// The expression, as the user wrote it.
  package let expression: String
  /// Whether the operation does the probe's work. If not, rules that need to observe the work
  /// cannot be decided.
  package let usesProbe: Bool
  /// Whether it tells the probe its result.
  package let usesAnswer: Bool
  /// Makes a new operation.
  package let make: @Sendable (Probe) -> Operation

  /// Creates a subject without making an operation.
  ///
  /// - Parameters:
  ///   - expression: what to call the subject in reports.
  ///   - usesProbe: whether `make` gives the operation `probe.run()` or `probe.begin` to do.
  ///   - usesAnswer: whether `make` gives it `probe.answer` to call with its result.
  ///   - make: called for every operation of every life, on any thread.
  package init(
    _ expression: String, usesProbe: Bool = true, usesAnswer: Bool = false,
    make: @escaping @Sendable (Probe) -> Operation
  ) {
    self.usesAnswer = usesAnswer
    self.expression = expression
    self.usesProbe = usesProbe
    self.make = make
  }

  /// The same operation, whose work the probe does not see if it keeps none of the probe's.
  func keepingWork(_ keepsWork: Bool) -> Subject {
    Subject(expression, usesProbe: usesProbe && keepsWork, usesAnswer: usesAnswer, make: make)
  }

  /// The same operation, which has told its caller something when it was left alone.
  func answering(_ answers: Bool) -> Subject {
    Subject(expression, usesProbe: usesProbe, usesAnswer: usesAnswer || answers, make: make)
  }

  /// The same operation. The parent process knows whether one is being made.
  func reportingMaking(to host: ProgramHost) -> Subject {
    Subject(expression, usesProbe: usesProbe, usesAnswer: usesAnswer) { [make] probe in
      host.send(.isMaking(true))
      defer { host.send(.isMaking(false)) }
      return make(probe)
    }
  }
}
