extension Rule {
  package static let noFinishBeforeStart: Rule = .init(
    "no-finish-before-start",
    "In a queue, it is not finished before the queue has started it, cancelled or not.",
    cost: """
      Foundation prints "went isFinished=YES without being started by the queue it is in", loses \
      count of the operations that run, and may crash later.
      """,
    cure: """
      In cancel(), do not set finished while start() has not been called: remember the \
      cancellation, and let start() finish.
      """,
    lesson: 12, ways: [endsByItself],
    explains: { [Explanation(rank: 4, Explanation.cancelledEarly + [.nextOneRuns])] },
    in: { life in
      life.start == .queued && life.happenings.allSatisfy { $0.stage == .waiting }
    }
  ) { life, run in
    let look = try run.look(life.has(.cancel) ? .idleAfterCancel : .notStarted)
    return .holds(
      "it was unfinished until it was started",
      run.all(.enqueued, of: TrialBench.subjectName)
        + run.all(.cancelled, of: TrialBench.subjectName) + [look],
      unless: [
        .seen(
          look.isFinished || run.complainsOfEarlyFinish,
          "it was finished \(life.has(.cancel) ? "when it was cancelled" : "while it waited"), and not yet started",
          way: life.isPlain ? endsByItself : nil)
      ])
  }

  private static let endsByItself = Way(
    cost: "A queue loses count of what runs, and what depends on it starts too soon.",
    cure: "Report isFinished only on ways that begin in start().")
}
