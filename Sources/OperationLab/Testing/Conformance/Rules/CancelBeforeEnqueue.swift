extension Rule {
  static let cancelBeforeEnqueue: Rule = .init(
    "cancel-before-enqueue", endings: .breaksRule,
    in: { $0.isQueued && $0.isCancelled(.new) }
  ) { _, run in
    let cancelled = try run.first(.cancelled, of: Life.subject)
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
          way: StuckState.overwritten.way),
        .missing(
          next.isNever, "the operation behind it never ran", way: StuckState.unannounced.way),
      ], seeingWorkOf: run)
  }
}
