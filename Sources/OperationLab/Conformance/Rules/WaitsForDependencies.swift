extension Rule {
  static let waitsForDependencies = Rule(
    "waits-for-dependencies",
    "It does not start before the operations it depends on have finished.",
    cost: "It reads what is not there yet, now and then, depending on who is faster.",
    cure: "In isReady, answer super.isReady && yourOwnCondition, never your own condition alone.",
    lesson: 7,
    trials: [
      Trial("dependent", "It depends on an operation that is still running.") { trial in
        let queue = trial.bench.queue("queue")
        let mayEnd = trial.bench.gate("the dependency may end", isTraced: false)
        let dependency = trial.bench.block("dependency") { mayEnd.wait() }
        let operation = trial.make()
        operation.addDependency(dependency)
        queue.addOperation(operation)
        queue.addOperation(dependency)
        trial.bench.settle()
        trial.bench.observe(operation, note: "while its dependency runs")
        mayEnd.open()
      }
    ]
  ) { runs in
    let run = try runs["dependent"]
    let look = try run.first(
      .observed, of: TrialBench.subjectName, note: "while its dependency runs")
    let ended = try run.first(.ended, of: "dependency")
    let early = run.work.filter { $0.seq < ended.seq }
    let end = try run.end()
    return .holds(
      "it waited until its dependency had finished", [look] + early + [ended, end],
      unless: [
        (!early.isEmpty, "it began its work while its dependency was running"),
        (
          !look.state.isDisjoint(with: [.executing, .finished]),
          "it was \(look.describedState) while its dependency was running"
        ),
        (!end.isFinished, "its dependency finished, and it never did: \(end.describedState)"),
      ])
  }
}
