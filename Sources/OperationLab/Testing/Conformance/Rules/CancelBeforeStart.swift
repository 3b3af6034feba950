extension Rule {
  package static let cancelBeforeStart: Rule = .init(
    "cancel-before-start",
    "If it is cancelled before it is started by hand, it finishes in start() and does no work.",
    cost: "Work that is not wanted any more is done anyway, and its result may be shown or saved.",
    cure:
      "In start(), read isCancelled before anything else. If it is true, finish at once.",
    lesson: 2, ways: [unfinished],
    explains: { [Explanation(rank: 10, Explanation.cancelledEarly)] },
    in: { $0.start == .byHand && $0.isCancelled(.new) }
  ) { _, run in
    let (cancelled, started) = try (
      run.first(.cancelled, of: TrialBench.subjectName),
      run.first(.started, of: TrialBench.subjectName)
    )
    let end = try run.end()
    let stuck = Stuck(end, in: run)
    return .holds(
      "it finished without doing its work", [cancelled, started] + run.work + [end],
      unless: [
        .seen(!run.work.isEmpty, "it did its work although it was cancelled"),
        .missing(
          !end.isFinished, "start() left it unfinished: \(end.describedState)",
          way: stuck == .standing ? stuck?.way : unfinished),
      ], seeingWorkOf: [run])
  }

  private static let unfinished = Way(
    cost: "What waits for the operation's end waits forever, and a queue keeps its slot for it.",
    cure: Way.returnsWhenCancelled.cure, lesson: 14)
}
