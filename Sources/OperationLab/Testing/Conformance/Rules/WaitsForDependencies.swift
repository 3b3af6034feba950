extension Rule {
  static let waitsForDependencies: Rule = .init(
    "waits-for-dependencies",
    "It starts when the operations it depends on have finished, and not before.",
    cost: "It reads what is not there yet, now and then, depending on who is faster.",
    cure: "In isReady, answer super.isReady && yourOwnCondition, never your own condition alone.",
    lesson: 7, ways: [neverStarts],
    explains: { [Explanation(rank: 18, [.cancelIgnoresDependencies])] },
    trials: [
      Trial("dependent", "It depends on an operation that is still running.") { trial in
        trial.depend(isAddedFirst: true)
      },
      Trial("added-late", "It is added when the operation that it depends on is running already.") {
        trial in
        trial.depend(isAddedFirst: false)
      },
      Trial("independent", "For comparison, it depends on nothing.", leavesEndings: true) { trial in
        trial.bench.queue("queue").addOperation(trial.make())
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    let isFineAlone = try runs["independent"].end().isFinished
    for trial in ["dependent", "added-late"] {
      let run = try runs[trial]
      let added = try run.first(.enqueued, of: TrialBench.subjectName)
      let look = try run.look(.whileDependencyRuns)
      try run.requireHeld(until: look)
      let ended = try run.first(.ended, of: "dependency")
      let early = run.work.filter { $0.seq < ended.seq }
      // A state that is set in `init` does not show a start.
      let isNews = !look.state.subtracting(added.state).isDisjoint(with: [.executing, .finished])
      let news = RuleFinding.holds(
        "", [look] + early + [ended],
        unless: [
          .seen(!early.isEmpty, "it began its work while its dependency was running"),
          .seen(isNews, "it was \(look.describedState) while its dependency was running"),
        ])
      if news.isBroken { return news }
      let end = try run.end()
      // Another rule covers an operation that was started and never finishes.
      let wasStarted = !run.work.isEmpty || !end.state.isDisjoint(with: [.executing, .finished])
      if !wasStarted, isFineAlone {
        return .missing(
          "its dependency finished, and it was never started: \(end.describedState)",
          [look, ended, end],
          way: neverStarts)
      }
      evidence += [look] + early + [ended, end]
      if !wasStarted {
        return .holds(
          "it was not started, and is not when it depends on nothing, either", evidence,
          unlessIn: "independent")
      }
    }
    return .holds("it waited until its dependency had finished", evidence)
  }

  private static let neverStarts = Way(
    cost: "It waits in the queue forever, though all that it depends on has finished.",
    cure: """
      Ask super.isReady anew each time instead of remembering its answer, and when a condition of \
      your own becomes true, post "isReady".
      """)
}

extension TrialBench {
  fileprivate func depend(isAddedFirst: Bool) {
    let queue = bench.queue("queue")
    let mayEnd = bench.gate("the dependency may end", isTraced: false)
    let dependency = HeldOperation("dependency", on: bench, until: mayEnd)
    let operation = make()
    operation.addDependency(dependency)
    if isAddedFirst { queue.addOperation(operation) }
    queue.addOperation(dependency)
    if !isAddedFirst {
      settle()
      queue.addOperation(operation)
    }
    settle()
    observe(operation, .whileDependencyRuns)
    mayEnd.open()
  }
}
