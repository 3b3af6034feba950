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
    trials: [
      Trial("dependent", "It is cancelled while the operation it depends on is running.") { trial in
        let queue = trial.bench.queue("queue", width: 2)
        let mayEnd = trial.bench.gate("the dependency may end", isTraced: false)
        let dependency = HeldOperation("dependency", on: trial.bench, until: mayEnd)
        let operation = trial.make()
        operation.addDependency(dependency)
        queue.addOperation(dependency)
        queue.addOperation(operation)
        trial.settle()
        trial.cancel(operation)
        trial.settle()
        trial.observe(operation, .afterCancel)
        if trial.bench.ask({ operation.isFinished }) == false {
          // It runs unless the dependency and the cancelled operation hold the two slots.
          queue.addOperation(trial.bench.block("next"))
          trial.settle()
        }
        mayEnd.open()
      }
    ]
  ) { runs in
    let run = try runs["dependent"]
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let look = try run.look(.afterCancel)
    if look.isFinished {
      return .holds(
        "it finished while its dependency was still running", [cancelled, look])
    }
    let (added, began, ended) = (
      run.all(.enqueued, of: "next").first, run.all(.began, of: "next").first,
      run.all(.ended, of: "dependency").first
    )
    guard let added, let ended, added.seq < ended.seq, began.map({ $0.seq > ended.seq }) != false
    else {
      let what = began == nil ? "did not finish" : "went on waiting"
      return .missing(
        "it was cancelled, and \(what): \(look.describedState)",
        [cancelled, look] + [began].compactMap { $0 })
    }
    // Another operation found no free slot: the queue had started this one.
    return .missing(
      "it became ready, start() was called, and it did not finish: \(look.describedState)",
      [cancelled, look, added, ended], way: leftUnfinished)
  }

  private static let leftUnfinished = Way(
    cost: "It keeps its slot, and waiting for it or for its queue never ends.",
    cure: """
      Finish in start() also when you are cancelled, whatever your dependencies are: a queue starts \
      a cancelled operation without waiting for them.
      """, lesson: 14)
}
