extension Rule {
  static let cancelWhileQueued = Rule(
    "cancel-while-queued",
    "If it is cancelled while it waits in a queue, it is started, leaves the queue, and does no work.",
    cost: """
      The queue stops, or Foundation's bookkeeping is damaged and the app crashes later, \
      somewhere else.
      """,
    cure: """
      In cancel(), call super and stop work that is under way; report isFinished only once start() \
      has been called.
      """,
    lesson: 12,
    trials: [
      Trial("suspended", "It is cancelled in a suspended queue of width 1, which then goes on.") {
        trial in
        trial.noteWork()
        let queue = trial.bench.queue("queue", width: 1)
        queue.isSuspended = true
        let operation = trial.make()
        queue.addOperation(operation)
        queue.addOperation(trial.bench.block("next"))
        trial.cancel(operation)
        trial.settle()
        trial.observe(operation, .notStarted)
        queue.isSuspended = false
      },
      Trial("behind-another", "It is cancelled while another operation holds the only slot.") {
        trial in
        trial.noteWork()
        let queue = trial.bench.queue("queue", width: 1)
        let mayEnd = trial.bench.gate("the first may end", isTraced: false)
        let operation = trial.make()
        queue.addOperation(HeldOperation("first", on: trial.bench, until: mayEnd))
        queue.addOperation(operation)
        queue.addOperation(trial.bench.block("next"))
        trial.settle()
        trial.cancel(operation)
        trial.settle()
        trial.observe(operation, .notStarted)
        mayEnd.open()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["suspended", "behind-another"] {
      let run = try runs[trial]
      let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
      try run.requireHeld(until: cancelled)
      if run.complainsOfEarlyFinish {
        return .broken(
          "Foundation complains that it finished without being started by the queue it is in",
          [cancelled] + run.all(.observed, of: TrialBench.subjectName))
      }
      let end = try run.end()
      let next = try run.ran("next")
      let finding = RuleFinding.holds(
        "", [cancelled] + run.work + [end, next.evidence],
        unless: [
          .seen(
            !run.work.isEmpty, "it did its work although it was cancelled",
            way: .worksThoughCancelled),
          end.stillQueued,
          .missing(!end.isFinished, "it left the queue unfinished", way: Stuck.overwritten.way),
          .missing(next.isNever, "the operation behind it never ran", way: Stuck.unannounced.way),
        ])
      if finding.isBroken { return finding }
      evidence += finding.evidence
    }
    return .holds(
      "it left the queue without doing its work, and the next one ran", evidence,
      seeingWorkOf: [try runs["suspended"], try runs["behind-another"]])
  }
}
