import Foundation

/// The operation under check: an expression that makes it, afresh for every trial.
public struct Subject: Sendable {
  /// The expression, as the user wrote it.
  public let expression: String
  /// Whether the expression hands the operation any work of the probe's. If not, rules that need
  /// to know about work cannot be decided.
  public let usesProbe: Bool
  /// Makes a new operation.
  public let make: @Sendable (Probe) -> Operation

  /// A subject; nothing is made yet.
  ///
  /// - Parameters:
  ///   - expression: what to call the subject in reports.
  ///   - usesProbe: whether `make` gives the operation `probe.run()` or `probe.begin` to do.
  ///   - make: called for every operation of every trial, on the trial's main thread.
  public init(
    _ expression: String, usesProbe: Bool = true, make: @escaping @Sendable (Probe) -> Operation
  ) {
    self.expression = expression
    self.usesProbe = usesProbe
    self.make = make
  }
}
