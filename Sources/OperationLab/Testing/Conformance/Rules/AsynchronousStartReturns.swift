import Foundation
import OperationLab

extension Rule {
  static let asynchronousStartReturns = Rule(
    "asynchronous-start-returns",
    "If it says that it is asynchronous, its start() returns before its work has ended.",
    cost: "Started by hand on the main thread, which the property allows, it freezes the app.",
    cure: "Start the work and return, or let isAsynchronous be false.",
    lesson: 1,
    needsProbe: true,
    trials: [
      Trial("held", "It is started by hand while its work is held.", holdsWork: true) { trial in
        let operation = trial.make()
        trial.noteIsAsynchronous(of: operation)
        trial.startElsewhere(operation)
        trial.observe(operation, .whileWorking)
        trial.release.open()
      }
    ]
  ) { runs in
    let run = try runs["held"]
    let began = try run.first(.began, of: Probe.subject)
    let look = try run.look(.whileWorking)
    let promise = try run.saysAsynchronous()
    let isBack = run.all(.returned, of: TrialBench.subjectName).contains { $0.seq < look.seq }
    return .holds(
      isBack ? "start() returned while the work went on" : "it does not claim to be asynchronous",
      [promise, began, look],
      unless: [
        .missing(
          !isBack && promise.mark == .isAsynchronous(true),
          "it says that it is asynchronous, and start() returned only when the work was over")
      ])
  }
}

extension Event.Mark {
  /// The operation's own `isAsynchronous`.
  static func isAsynchronous(_ answer: Bool) -> Self {
    Self("isAsynchronous is {}", .text("\(answer)"))
  }
}

extension TrialBench {
  /// Records the operation's `isAsynchronous`.
  func noteIsAsynchronous(of operation: Operation) {
    bench.log(Self.subjectName)(.isAsynchronous(operation.isAsynchronous))
  }
}

extension Run {
  /// The value that ``TrialBench/noteIsAsynchronous(of:)`` has recorded.
  func saysAsynchronous() throws -> Evidence { try first(.noted, of: TrialBench.subjectName) }
}
