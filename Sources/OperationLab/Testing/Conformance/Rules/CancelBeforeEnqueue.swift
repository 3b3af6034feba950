extension Rule {
  static let cancelBeforeEnqueue = Rule(
    "cancel-before-enqueue",
    "If it is cancelled before it is put into a queue, it leaves the queue without doing its work.",
    cost: "One cancelled operation is enough to stop a serial queue for good.",
    cure: """
      The queue calls start() of a cancelled operation, too: ask isCancelled there, and report \
      isFinished instead of returning.
      """,
    lesson: 14,
    trials: [
      Trial("enqueued", "It is cancelled, and put into a queue of width 1 before another.") {
        trial in
        trial.noteWork()
        let queue = trial.bench.queue("queue", width: 1)
        let operation = trial.make()
        trial.cancel(operation)
        queue.addOperation(operation)
        queue.addOperation(trial.bench.block("next"))
      }
    ]
  ) { runs in
    let run = try runs["enqueued"]
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let next = try run.ran("next")
    let end = try run.end()
    return .holds(
      "it left the queue without doing its work, and the next one ran",
      [cancelled] + run.work + [end, next.evidence],
      unless: [
        .seen(!run.work.isEmpty, "it did its work although it was cancelled"),
        end.stillQueued,
        .missing(!end.isFinished, "it left the queue unfinished: \(end.describedState)"),
        .missing(next.isNever, "the operation behind it never ran"),
      ]
    ).seeing(workOf: run)
  }
}
