extension Rule {
  package static let noFinishBeforeStart: Rule = .init(
    "no-finish-before-start", ways: [endsByItself, onlySaysSo],
    in: { life in
      life.start == .queued && life.happenings.allSatisfy { $0.stage == .waiting }
    }
  ) { life, run in
    let look = try run.look(life.has(.cancel) ? .idleAfterCancel : .notStarted)
    return .holds(
      "it was unfinished until it was started",
      run.all(.enqueued, of: Life.subject)
        + run.all(.cancelled, of: Life.subject) + [look],
      unless: [
        .seen(
          look.isFinished || run.complainsOfEarlyFinish,
          "it was finished \(life.has(.cancel) ? "when it was cancelled" : "while it waited"), and not yet started",
          // Foundation warns only of an end that is posted.
          way: life.isPlain ? endsByItself : run.complainsOfEarlyFinish ? nil : onlySaysSo)
      ])
  }

  private static let onlySaysSo = Way("only-says-so")
  private static let endsByItself = Way("ends-by-itself")
}
