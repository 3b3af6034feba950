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
    lesson: 16, ways: [heldSinceCancel], endings: .convictAlways,
    explains: { [Explanation(rank: 20, [.isReleased], endings: .all)] },
    trials: [
      Trial("unstarted", "It is made, and its last user lets go of it.") {
        $0.letGo(cancels: false)
      },
      Trial("cancelled", "It is made and cancelled, and its last user lets go of it.") {
        $0.letGo(cancels: true)
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["unstarted", "cancelled"] {
      let run = try runs[trial]
      let look = try run.last(.noted, of: TrialBench.subjectName)
      evidence.append(look)
      if look.mark != .deallocated {
        return .missing(
          "it was never started, and somebody keeps it alive", [look],
          way: trial == "cancelled" ? heldSinceCancel : nil)
      }
    }
    return .holds("it was deallocated", evidence)
  }

  private static let heldSinceCancel = Way(
    cost: "Each operation that is cancelled before its start stays in memory.",
    cure: "Let cancel() hand self to nothing that keeps it, such as a timer or a list.")
}

extension TrialBench {
  fileprivate func letGo(cancels: Bool) {
    let operation = makeUnheld(cancels: cancels)
    settle()
    bench.log(Self.subjectName)(operation.value == nil ? .deallocated : .alive)
  }

  /// A separate function, so that its strong references are gone when it returns.
  private func makeUnheld(cancels: Bool) -> WeakReference {
    let operation = subject.make(probe)
    if cancels { cancel(operation) }
    return WeakReference(operation)
  }
}
