extension Rule {
  static let cancelWhileQueued = Rule(
    "cancel-while-queued", endings: .breaksRule,
    in: { !$0.isDependent && $0.isCancelled(.waiting) }
  ) { _, run in
    let cancelled = try run.first(.cancelled, of: Life.subject)
    if run.complainsOfEarlyFinish {
      return .broken(
        "Foundation complains that it finished without being started by the queue it is in",
        [cancelled] + run.all(.observed, of: Life.subject))
    }
    let end = try run.end()
    let next = try run.ran("next")
    return .holds(
      "it left the queue without doing its work, and the next one ran",
      [cancelled] + run.work + [end, next.evidence],
      unless: [
        .seen(
          !run.work.isEmpty, "it did its work although it was cancelled",
          way: .worksThoughCancelled),
        end.stillQueued,
        .missing(!end.isFinished, "it left the queue unfinished", way: StuckState.overwritten.way),
        .missing(
          next.isNever, "the operation behind it never ran", way: StuckState.unannounced.way),
      ], seeingWorkOf: run)
  }
}
