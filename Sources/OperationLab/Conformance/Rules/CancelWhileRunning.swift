extension Rule {
  static let cancelWhileRunning = Rule(
    "cancel-while-running",
    "Cancelled while its work goes on, it finishes and leaves the queue, at the latest with its work.",
    cost: "Each cancelled operation costs the queue a slot for ever.",
    cure: """
      Let every way out of the work end in the one function that reports isFinished, also the way \
      that was cancelled; and keep no lock while you call out.
      """,
    lesson: 14,
    needsProbe: true,
    trials: [
      Trial(
        "running", "It is cancelled while its work is held; then the work may end.", holdsWork: true
      ) {
        trial in
        let queue = trial.bench.queue("queue", width: 1)
        let operation = trial.make()
        queue.addOperation(operation)
        queue.addOperation(trial.bench.block("next"))
        trial.bench.settle()
        trial.bench.elsewhere {
          trial.cancel(operation)
          trial.bench.log("cancel()")(.noted, note: "is back")
        }
        trial.bench.settle()
        trial.release.open()
      }
    ]
  ) { runs in
    let run = try runs["running"]
    let began = try run.first(.began, of: Probe.subject)
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let end = try run.end()
    let next = try run.ran("next")
    return .holds(
      "it finished and left the queue, and the next one ran",
      [began, cancelled, end, next.evidence],
      unless: [
        (run.all(.noted, of: "cancel()").isEmpty, "cancel() never came back"),
        (!end.isFinished, "it never finished after it was cancelled: \(end.describedState)"),
        (!end.isOutOfQueue, "the queue never gets past it: \(end.describedState)"),
        (next.isNever, "the operation behind it never ran"),
      ])
  }
}
