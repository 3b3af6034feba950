import OperationBench

extension Rule {
  static let cancelWhileRunning: Rule = .init(
    "cancel-while-running", ways: [stoppedTooSoon, goesOn],
    needsProbe: true, endings: .breaksRule,
    in: { $0.isQueued && $0.isCancelled(.working, .ending) }
  ) { life, run in
    let began = try run.first(.began, of: run.worker)
    let cancelled = try run.first(.cancelled, of: Life.subject)
    // What cancel() does to an operation that has finished is for cancel-after-finish to say.
    if cancelled.isFinished { return .holds("it had finished before", [began, cancelled]) }
    if let again = run.all(.began, of: Probe.subject).first(where: { $0.seq > cancelled.seq }),
      let look = try? run.look(.afterCancel), look.isFinished, !look.state.contains(.cancelled)
    {
      return .undecided(
        "after its failure it went on before it could be cancelled: the machine is busy. Check again",
        [cancelled, again, look], isProvisional: true)
    }
    let end = try run.end()
    let next = try run.ran("next")
    return .holds(
      "it finished and left the queue, and the next one ran",
      [began, cancelled, end, next.evidence],
      unless: [
        .missing(!run.cancelReturned, .neverReturned(.cancel)),
        run.twinsStuck(end),
        .missing(
          !end.isFinished, "it never finished \(life.words): \(end.describedState)",
          way: StuckState(end, in: run)?.way),
        .missing(
          !end.isInNoQueue, "the queue never gets past it: \(end.describedState)",
          way: StuckState.unannounced.way),
        .missing(
          next.isNever, "the operation behind it never ran", way: StuckState.unannounced.way),
      ],
      remark: run.endsBeforeItsWork
        ? "cancelled, it reports finished at once, and its work goes on"
        : run.goesOn
          ? "cancelled while it worked, it began another piece of its work after that" : nil,
      way: run.endsBeforeItsWork ? stoppedTooSoon : goesOn)
  }

  private static let stoppedTooSoon = Way("stopped-too-soon")
  private static let goesOn = Way("goes-on")
}

extension Life {
  fileprivate var words: String {
    if has(.cancel, at: .ending) { return "when its work failed, nor when it was cancelled then" }
    return work == .fails
      ? "after it was cancelled and its work had failed" : "after it was cancelled"
  }
}

extension Run {
  /// Whether a piece of its work began after `cancel()` had returned.
  fileprivate var goesOn: Bool {
    guard let back = all(.noted, of: Life.cancelSubject).first else { return false }
    return all(.began, of: Probe.subject).contains { $0.seq > back.seq }
  }

  /// Whether it finished on `cancel()` while its work continued.
  fileprivate var endsBeforeItsWork: Bool {
    let look = all(.observed, of: Life.subject).first { $0.mark == .idleAfterCancel }
    guard let look, look.isFinished else { return false }
    return !all(.ended, of: worker).contains { $0.seq < look.seq }
  }
}
