extension Rule {
  static let cancelIgnoresDependencies = Rule(
    "cancel-ignores-dependencies", ways: [leftUnfinished], endings: .breaksRule,
    in: { $0.isDependent && $0.has(.cancel) }
  ) { _, run in
    let cancelled = try run.first(.cancelled, of: Life.subject)
    let look = try run.look(.idleAfterCancel)
    let early = run.work.filter { $0.seq < look.seq }
    let wasStarted = look.state.contains(.ready) || look.state.contains(.executing)
    return .holds(
      "it finished while its dependency was still running", [cancelled] + early + [look],
      unless: [
        .seen(
          !early.isEmpty, "it did its work although it was cancelled", way: .worksThoughCancelled),
        .missing(
          !look.isFinished && wasStarted,
          "it became ready, start() was called, and it did not finish: \(look.describedState)",
          way: leftUnfinished),
        .missing(
          !look.isFinished, "it was cancelled, and went on waiting: \(look.describedState)"),
      ])
  }

  private static let leftUnfinished = Way("left-unfinished")
}
