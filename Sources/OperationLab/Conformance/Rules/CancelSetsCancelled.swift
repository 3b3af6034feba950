extension Rule {
  static let cancelSetsCancelled = Rule(
    "cancel-sets-cancelled",
    "After cancel(), isCancelled is true.",
    cost: """
      The work cannot notice that nobody wants it any more, a queue does not skip its \
      dependencies, and the app goes on paying for it.
      """,
    cure: "Call super.cancel() first in your cancel(), on every path.",
    lesson: 9,
    trials: [
      Trial("by-itself", "A new operation is cancelled.") { trial in
        let operation = trial.make()
        trial.cancel(operation)
        trial.bench.observe(operation, note: "after cancel()")
      },
      Trial("queued", "It is cancelled while it waits in a suspended queue.") { trial in
        let queue = trial.bench.queue("queue", width: 1)
        queue.isSuspended = true
        let operation = trial.make()
        queue.addOperation(operation)
        trial.cancel(operation)
        trial.bench.observe(operation, note: "after cancel()")
        queue.isSuspended = false
      },
    ]
  ) { runs in
    let looks = try ["by-itself", "queued"].map {
      try runs[$0].first(.observed, of: TrialBench.subjectName, note: "after cancel()")
    }
    let calls = try ["by-itself", "queued"].map {
      try runs[$0].first(.cancelled, of: TrialBench.subjectName)
    }
    return .holds(
      "isCancelled was true after cancel()", calls + looks,
      unless: [
        (
          looks.contains { !$0.state.contains(.cancelled) },
          "cancel() was called, and isCancelled is still false"
        )
      ])
  }
}
