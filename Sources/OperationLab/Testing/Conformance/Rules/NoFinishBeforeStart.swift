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
    trials: [
      Trial("waiting", "It waits in a suspended queue.") { trial in
        suspended(trial, cancels: false)
      },
      Trial("cancelled", "It is cancelled while it waits in a suspended queue.") { trial in
        suspended(trial, cancels: true)
      },
    ]
  ) { runs in
    var looks: [Evidence] = []
    for trial in ["waiting", "cancelled"] {
      let run = try runs[trial]
      let look = try run.look(.notStarted)
      looks.append(look)
      if look.isFinished || run.complainsOfEarlyFinish {
        let how = trial == "cancelled" ? "when it was cancelled" : "while it waited"
        return .holds(
          "",
          run.all(.enqueued, of: TrialBench.subjectName)
            + run.all(.cancelled, of: TrialBench.subjectName) + [look],
          unless: [
            .seen(
              true, "it was finished \(how), and not yet started",
              way: trial == "waiting" ? endsByItself : nil)
          ])
      }
    }
    return .holds("it was unfinished until it was started", looks)
  }

  private static let endsByItself = Way(
    cost: "A queue loses count of what runs, and what depends on it starts too soon.",
    cure: "Report isFinished only on ways that begin in start().")

  private static func suspended(_ trial: TrialBench, cancels: Bool) {
    let queue = trial.bench.queue("queue", width: 1)
    queue.isSuspended = true
    let operation = trial.make()
    queue.addOperation(operation)
    if cancels { trial.cancel(operation) }
    trial.settle()
    trial.observe(operation, .notStarted)
  }
}
