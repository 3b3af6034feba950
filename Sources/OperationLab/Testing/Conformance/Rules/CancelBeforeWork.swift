import Foundation
import OperationBench
import OperationLab

extension Rule {
  static let cancelBeforeWork: Rule = .init(
    "cancel-before-work", needsProbe: true, endings: .breaksRule,
    in: { $0.isCancelled(.started) || $0 == Life(.queued, .cancel(.working)) }
  ) { life, run in
    let cancelled = try run.first(.cancelled, of: Life.subject)
    let before = run.all(.began, of: Probe.subject).first { $0.seq < cancelled.seq }
    if let before {
      guard life.start == .byHand else { return .holds("its work had begun", [before, cancelled]) }
      let started = try run.first(.started, of: Life.subject)
      let hasReturned = run.all(.returned).contains { $0.seq < before.seq }
      // Which thread is faster may differ the next time.
      return before.event.thread == started.event.thread && !hasReturned
        ? .holds("start() itself begins its work, on the same thread", [started, before])
        : .undecided(tooFast, [started, before], isProvisional: true)
    }
    let end = try run.end()
    return .holds(
      "it finished", [cancelled] + run.work + [end],
      unless: [
        .missing(!run.cancelReturned, .neverReturned(.cancelBeforeWork)),
        .missing(
          !end.isFinished,
          """
          cancelled after start() and before its work began, it never finished: \
          \(end.describedState)
          """,
          way: StuckState(end, in: run) == .standing ? StuckState.standing.way : nil),
        .missing(
          !end.isInNoQueue,
          "cancelled before its work began, it is finished, and still in the queue",
          way: StuckState.unannounced.way),
      ])
  }

  private static let tooFast: Ruling.Reason = """
    another thread began its work before cancel() could be called. Check again, or let something \
    before the work take longer in --make EXPR, such as a delay or a connection
    """
}

extension PoolMarkers {
  /// Keeps Dispatch's pools from beginning what is put into them from now on, until the latch opens.
  ///
  /// A pool takes its blocks in their order, and has fewer threads than there are blocks here: one for
  /// each core, and those that Dispatch adds meanwhile.
  static func hold(until latch: Latch) {
    for pool in all {
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount + 100 {
        pool.async { _ = latch.wait(deadline: Durations.longestWait) }
      }
    }
  }
}
