extension Rule {
  package static let cancelBeforeStart: Rule = .init(
    "cancel-before-start", ways: [unfinished], endings: .breaksRule,
    in: { $0.start == .byHand && $0.isCancelled(.new) }
  ) { _, run in
    let (cancelled, started) = try (
      run.first(.cancelled, of: Life.subject),
      run.first(.started, of: Life.subject)
    )
    let end = try run.end()
    let stuck = StuckState(end, in: run)
    return .holds(
      "it finished without doing its work", [cancelled, started] + run.work + [end],
      unless: [
        .seen(
          !run.work.isEmpty, "it did its work although it was cancelled",
          way: .worksThoughCancelled),
        .missing(
          !end.isFinished, "start() left it unfinished: \(end.describedState)",
          way: stuck == .standing ? stuck?.way : unfinished),
      ], seeingWorkOf: run)
  }

  private static let unfinished = Way("unfinished")
}
