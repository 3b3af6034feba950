import Foundation

extension Rule {
  static let mayBeLetGo: Rule = .init(
    "may-be-let-go", ways: [heldSinceCancel], endings: .breaksRule,
    in: { $0.start == .unstarted }
  ) { life, run in
    let look = try run.last(.noted, of: TrialBench.subjectName)
    return .holds(
      "it was deallocated", [look],
      unless: [
        .missing(
          look.mark != .deallocated, "it was never started, and somebody keeps it alive",
          way: life.has(.cancel) ? heldSinceCancel : nil)
      ])
  }

  private static let heldSinceCancel = Way("held-since-cancel")
}
