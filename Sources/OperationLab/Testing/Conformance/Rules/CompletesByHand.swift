extension Rule {
  static let completesByHand: Rule = .init(
    "completes-by-hand", endings: .breaksRule,
    in: { $0.start == .byHand && $0.isPlain && $0.work != .endsTwice }
  ) { life, run in
    let start = try run.first(.started, of: Life.subject)
    let end = try run.end()
    let isAtOnce = life.work == .endsAtOnce
    let stuck = StuckState(end, in: run)
    return .holds(
      "it finished", [start] + run.work + [end],
      unless: [
        .missing(
          !end.isFinished,
          """
          started by hand\(isAtOnce ? ", with work that ends at once" : ""), it never finished: \
          \(end.describedState)
          """,
          // With work that ends later it finished.
          way: isAtOnce && stuck == .endless ? StuckState.overwritten.way : stuck?.way)
      ])
  }
}
