extension Rule {
  static let cancelIgnoresDependencies = Rule(
    "cancel-ignores-dependencies",
    "Cancelled, it does not wait for its dependencies any more.",
    cost: """
      A cancelled operation sits in the queue until its dependencies finish, which may be never; \
      waiting for the queue takes as long.
      """,
    cure:
      "Call super.cancel(), and let isReady be true when super.isReady is and you are cancelled.",
    lesson: 4,
    trials: [
      Trial("dependent", "It is cancelled while the operation it depends on is running.") { trial in
        let queue = trial.bench.queue("queue")
        let mayEnd = trial.bench.gate("the dependency may end", isTraced: false)
        let dependency = HeldOperation("dependency", on: trial.bench, until: mayEnd)
        let operation = trial.make()
        operation.addDependency(dependency)
        queue.addOperation(dependency)
        queue.addOperation(operation)
        trial.settle()
        trial.cancel(operation)
        trial.settle()
        trial.bench.observe(operation, note: "after cancel()")
        mayEnd.open()
      }
    ]
  ) { runs in
    let run = try runs["dependent"]
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let look = try run.first(.observed, of: TrialBench.subjectName, note: "after cancel()")
    return .holds(
      "it finished while its dependency was still running", [cancelled, look],
      unless: [
        .missing(!look.isFinished, "it was cancelled, and went on waiting: \(look.describedState)")
      ])
  }
}
