extension Rule {
  static let waitsForDependencies: Rule = .init(
    "waits-for-dependencies", ways: [neverStarts], endings: .breaksRule,
    in: { $0.isDependent && $0.isPlain }
  ) { _, run in
    let added = try run.first(.enqueued, of: Life.subject)
    let look = try run.look(.notStarted)
    let ended = try run.first(.ended, of: "dependency")
    let early = run.work.filter { $0.seq < ended.seq }
    // A state that is set in `init` does not show a start.
    let isNews = !look.state.subtracting(added.state).isDisjoint(with: [.executing, .finished])
    let end = try run.end()
    // Another rule covers an operation that was started and never finishes.
    let wasStarted = !run.work.isEmpty || !end.state.isDisjoint(with: [.executing, .finished])
    return .holds(
      "it waited until its dependency had finished", [look] + early + [ended, end],
      unless: [
        .seen(!early.isEmpty, "it began its work while its dependency was running"),
        .seen(isNews, "it was \(look.describedState) while its dependency was running"),
        .missing(
          !wasStarted, "its dependency finished, and it was never started: \(end.describedState)",
          way: neverStarts),
      ])
  }

  private static let neverStarts = Way("never-starts")
}
