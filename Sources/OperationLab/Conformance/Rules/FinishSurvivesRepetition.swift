extension Rule {
  static let finishSurvivesRepetition = Rule(
    "finish-survives-repetition",
    "When its work calls the completion twice, it finishes once.",
    cost: "Callbacks do come twice. The completion block runs twice, or the queue loses count.",
    cure: "Let only the first report make the move to finished; under the lock, by the table.",
    lesson: 15,
    needsProbe: true,
    trials: [
      Trial("twice", "Its work calls the completion at once and again later.", completion: .twice) {
        trial in
        let queue = trial.bench.queue("queue", width: 1)
        let operation = trial.make()
        let log = trial.bench.log(TrialBench.subjectName)
        operation.completionBlock = { log(.completed) }
        queue.addOperation(operation)
        queue.addOperation(trial.bench.block("next"))
      }
    ]
  ) { runs in
    let run = try runs["twice"]
    let began = try run.first(.began, of: Probe.subject)
    let end = try run.end()
    let next = try run.ran("next")
    let completions = run.all(.completed, of: TrialBench.subjectName)
    // Work that blocks its caller has no completion that could be called twice.
    let again = run.all(.noted, of: Probe.subject)
    return .holds(
      again.isEmpty ? "its work ends by returning, which happens once" : "it finished once",
      [began] + again + completions + [end, next.evidence],
      unless: [
        (completions.count > 1, "its completion block ran \(completions.count) times"),
        (
          !end.isFinished || !end.isOutOfQueue,
          "at the end it was \(end.note): \(end.describedState)"
        ),
        (next.isNever, "the operation behind it never ran"),
      ])
  }
}
