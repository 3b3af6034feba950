import OperationBench

extension Rule {
  static let nextOneRuns: Rule = .init(
    "next-one-runs", ways: [isHit, idles], needsProbe: true, needsPlainEnd: true,
    in: { _ in true }
  ) { life, run in
    // Other rules cover a life that does not end. It may keep what the next one needs.
    guard let over = try life.ending(in: run) else {
      throw MissingEvidence.event(.finished, subject: Life.subject, program: run.program)
    }
    let next = try run.end(of: "another")
    let work = run.all(.began, of: Environment.next)
    let isAwaited = run.has(.nextWorks, of: Life.subject)
    return .holds(
      "the next one finished", [over] + work + [next],
      unless: [
        .seen(
          next.state.contains(.cancelled),
          "after \(life.noun), the next one was cancelled, and nobody had called its cancel()",
          way: isHit),
        .missing(
          next.isFinished && isAwaited && work.isEmpty,
          "after \(life.noun), the next one finished without its work", way: idles),
        .missing(
          !next.isFinished,
          "after \(life.noun), the next one never finished: \(next.describedState)"),
      ])
  }

  private static let isHit = Way("is-hit")
  private static let idles = Way("idles")
}

extension Life {
  /// The event with which it has ended. `nil` if it has not.
  fileprivate func ending(in run: Run) throws -> Evidence? {
    guard start != .unstarted else {
      return try run.first(.noted, of: Life.subject, .mark(.deallocated))
    }
    let end = try run.end()
    return end.isFinished && end.isInNoQueue ? end : nil
  }

  /// What lives so.
  fileprivate var noun: String {
    if start == .unstarted { return "one that is never started" }
    if has(.cancel, at: .new, .waiting) { return "one that is cancelled before its start" }
    if has(.cancel, at: .started) { return "one that is cancelled before its work begins" }
    if has(.cancel, at: .working) { return "one that is cancelled while it works" }
    return work == .fails
      ? "one whose work fails" : isPlain ? "one that is left alone" : "this life"
  }
}
