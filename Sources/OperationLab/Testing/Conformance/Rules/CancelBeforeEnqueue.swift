extension Rule {
  static let cancelBeforeEnqueue: Rule = .init(
    "cancel-before-enqueue",
    "If it is cancelled before it is put into a queue, it leaves the queue without doing its work.",
    cost: Way.returnsWhenCancelled.cost, cure: Way.returnsWhenCancelled.cure, lesson: 14,
    explains: { [Explanation(rank: 11, Explanation.cancelledEarly)] },
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
        .seen(
          !run.work.isEmpty, "it did its work although it was cancelled",
          way: .worksThoughCancelled),
        end.stillQueued,
        .missing(
          !end.isFinished, "it left the queue unfinished: \(end.describedState)",
          way: Stuck.overwritten.way),
        .missing(next.isNever, "the operation behind it never ran", way: Stuck.unannounced.way),
      ], seeingWorkOf: [run])
  }
}
