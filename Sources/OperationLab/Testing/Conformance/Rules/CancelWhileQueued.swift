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
    in: { !$0.isDependent && $0.isCancelled(.waiting) }
  ) { _, run in
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    if run.complainsOfEarlyFinish {
      return .broken(
        "Foundation complains that it finished without being started by the queue it is in",
        [cancelled] + run.all(.observed, of: TrialBench.subjectName))
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
        .missing(!end.isFinished, "it left the queue unfinished", way: Stuck.overwritten.way),
        .missing(next.isNever, "the operation behind it never ran", way: Stuck.unannounced.way),
      ], seeingWorkOf: [run])
  }
}
