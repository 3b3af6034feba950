extension Rule {
  package static let finishIsAnnounced: Rule = .init(
    "finish-is-announced",
    "When it finishes, the queue and its dependents learn of it.",
    cost: Stuck.unannounced.way.cost, cure: Stuck.unannounced.way.cure,
    lesson: 10,
    endings: .convictAlways,
    explains: {
      [
        Explanation(
          rank: 5,
          [
            .completesInAQueue, .completesByHand, .cancelBeforeWork, .cancelWhileRunning,
            .cancelAfterFinish, .finishSurvivesRepetition, .completionBlockOnce, .mainThreadMayWait,
            .manyAtOnce, .freesItsSlot, .nextOneRuns, .isReleased,
          ], endings: .all)
      ]
    },
    trials: [
      Trial(
        "finishes-later",
        "Its work ends after start() has returned. Another operation depends on it.",
        holdsWork: true
      ) { trial in
        let queue = trial.bench.queue("queue", width: 2)
        let operation = trial.make()
        let dependent = trial.bench.block("dependent")
        dependent.addDependency(operation)
        queue.addOperation(operation)
        queue.addOperation(dependent)
        trial.settle()
        trial.release.open()
      },
      Trial("by-hand", "It is started by hand. An operation in a queue depends on it.") { trial in
        let operation = trial.make()
        let dependent = trial.bench.block("dependent")
        dependent.addDependency(operation)
        trial.bench.queue("queue").addOperation(dependent)
        trial.startElsewhere(operation)
      },
    ]
  ) { runs in
    // After start() the queue reads isFinished once, which hides a missing notification. An
    // operation in no queue depends on its own notification.
    var evidence: [Evidence] = []
    for trial in ["finishes-later", "by-hand"] {
      let run = try runs[trial]
      let end = try run.end()
      let dependent = try run.ran("dependent")
      guard end.isFinished else {
        throw MissingEvidence.event(.finished, subject: TrialBench.subjectName, program: trial)
      }
      let finding = RuleFinding.holds(
        "it finished, left the queue, and its dependent ran", run.work + [end, dependent.evidence],
        unless: [
          .missing(
            !end.isInNoQueue,
            "it is finished, and still in the queue: the queue got no notification"),
          .missing(
            dependent.isNever,
            "it is finished, and its dependent never started: there was no notification of the end"),
        ])
      if finding.isBroken { return finding }
      evidence += finding.evidence
    }
    return .holds("it finished, left the queue, and its dependents ran", evidence)
  }
}
