import OperationLab

extension Rule {
  static let cancelIgnoresDependencies = Rule(
    "cancel-ignores-dependencies",
    "If it is cancelled, it does not wait for its dependencies any more.",
    cost: """
      A cancelled operation sits in the queue until its dependencies finish, which may be never; \
      waiting for the queue takes as long.
      """,
    cure:
      "Call super.cancel(), and let isReady be true when super.isReady is and you are cancelled.",
    lesson: 4, ways: [leftUnfinished],
    in: { $0.isDependent && $0.has(.cancel) }
  ) { _, run in
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let look = try run.look(.idleAfterCancel)
    let wasStarted = look.state.contains(.ready) || look.state.contains(.executing)
    return .holds(
      "it finished while its dependency was still running", [cancelled, look],
      unless: [
        .missing(
          !look.isFinished && wasStarted,
          "it became ready, start() was called, and it did not finish: \(look.describedState)",
          way: leftUnfinished),
        .missing(
          !look.isFinished, "it was cancelled, and went on waiting: \(look.describedState)"),
      ])
  }

  private static let leftUnfinished = Way(
    cost: "It keeps its slot, and waiting for it or for its queue never ends.",
    cure: """
      Finish in start() also when you are cancelled, whatever your dependencies are: a queue starts \
      a cancelled operation without waiting for them.
      """, lesson: 14)
}
