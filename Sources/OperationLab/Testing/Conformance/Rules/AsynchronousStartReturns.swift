import Foundation
import OperationBench

extension Rule {
  static let asynchronousStartReturns = Rule(
    "asynchronous-start-returns", needsProbe: true,
    in: { $0 == Life(.byHand) }
  ) { _, run in
    let began = try run.first(.began, of: Probe.subject)
    let look = try run.look(.whileWorking)
    let promise = try run.saysAsynchronous()
    let isBack = run.all(.returned, of: Life.subject).contains { $0.seq < look.seq }
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

extension Run {
  /// The value that the life has recorded.
  func saysAsynchronous() throws -> Evidence {
    try first(.isAsynchronous(true)) ?? first(.isAsynchronous(false)) ?? first(.noted, of: "")
  }

  private func first(_ mark: Event.Mark) throws -> Evidence? {
    all(.noted, of: Life.subject).first { $0.mark == mark }
  }
}
