import Foundation

extension Rule {
  static let mayBeLetGo: Rule = .init(
    "may-be-let-go",
    "Never started, it may be let go: it is deallocated, without a trap.",
    cost: """
      Each operation that is made and not needed after all stays in memory, with all that it holds.
      """,
    cure: """
      Look who holds it: a closure that it keeps and that names self wants [weak self]; a timer, an \
      observer or a list is for start(), not for init.
      """,
    lesson: 16, ways: [heldSinceCancel],
    explains: { [Explanation(rank: 20, [.isReleased], endings: .all)] },
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

  private static let heldSinceCancel = Way(
    cost: "Each operation that is cancelled before its start stays in memory.",
    cure: "Let cancel() hand self to nothing that keeps it, such as a timer or a list.")
}
