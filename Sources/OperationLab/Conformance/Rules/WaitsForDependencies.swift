extension Rule {
  static let waitsForDependencies = Rule(
    "waits-for-dependencies",
    "It does not start before the operations it depends on have finished.",
    cost: "It reads what is not there yet, now and then, depending on who is faster.",
    cure: "In isReady, answer super.isReady && yourOwnCondition, never your own condition alone.",
    lesson: 7,
    trials: [
      Trial("dependent", "It depends on an operation that is still running.") { trial in
        trial.depend(isAddedFirst: true)
      },
      Trial("added-late", "It is added when the operation that it depends on is running already.") {
        trial in
        trial.depend(isAddedFirst: false)
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["dependent", "added-late"] {
      let run = try runs[trial]
      let added = try run.first(.enqueued, of: TrialBench.subjectName)
      let look = try run.first(
        .observed, of: TrialBench.subjectName, note: "while its dependency runs")
      let ended = try run.first(.ended, of: "dependency")
      let early = run.work.filter { $0.seq < ended.seq }
      let end = try run.end()
      // What it says of itself from birth says nothing about a start.
      let isNews = !look.state.subtracting(added.state).isDisjoint(with: [.executing, .finished])
      let ruling = Ruling.holds(
        "it waited until its dependency had finished", [look] + early + [ended, end],
        unless: [
          (!early.isEmpty, "it began its work while its dependency was running"),
          (isNews, "it was \(look.describedState) while its dependency was running"),
          (!end.isFinished, "its dependency finished, and it never did: \(end.describedState)"),
        ])
      if ruling.verdict == .broken { return ruling }
      evidence += ruling.evidence
    }
    return Ruling(.holds, "it waited until its dependency had finished", evidence)
  }
}

extension TrialBench {
  fileprivate func depend(isAddedFirst: Bool) {
    let queue = bench.queue("queue")
    let mayEnd = bench.gate("the dependency may end", isTraced: false)
    let dependency = bench.block("dependency") { mayEnd.wait() }
    let operation = make()
    operation.addDependency(dependency)
    if isAddedFirst { queue.addOperation(operation) }
    queue.addOperation(dependency)
    if !isAddedFirst {
      bench.settle()
      queue.addOperation(operation)
    }
    bench.settle()
    bench.observe(operation, note: "while its dependency runs")
    mayEnd.open()
  }
}
