import Foundation
import OperationLab

/// Looks at the process again and again for a ``RestSearch``. Between two looks it sleeps, serves the
/// main queue, or asks Dispatch's pools.
package struct RestDriver {
  /// Whether to run what waits in the main queue. Only the main thread can.
  var servesMainQueue: Bool
  /// As of ``RestSearch/patience``.
  var patience: Duration?
  /// The pools that must have begun all their blocks.
  var pools: PoolMarkers
  /// How long to sleep between two looks.
  var pause: Duration
  /// After how many looks to pause. Until then, other threads only get a turn.
  var looksBeforePause: Int
  /// Ends a pause when it opens.
  var alarm: Latch
  /// How time passes. Passed in so that a test need not wait.
  var clock: Clock

  package init(
    servesMainQueue: Bool = false, patience: Duration? = nil,
    pools: PoolMarkers = PoolMarkers(pools: []), pause: Duration = .milliseconds(1),
    looksBeforePause: Int = 0, alarm: Latch = Latch(), clock: Clock = .system
  ) {
    (self.servesMainQueue, self.patience, self.pools) = (servesMainQueue, patience, pools)
    (self.pause, self.looksBeforePause) = (pause, looksBeforePause)
    (self.alarm, self.clock) = (alarm, clock)
  }

  /// The time of a search.
  package struct Clock {
    /// How long it has run.
    let now: () -> Duration
    /// Blocks the calling thread for so long, or until the latch opens.
    let pause: (Duration, Latch) -> Void

    /// Begins now.
    package static var system: Self {
      let start = ContinuousClock.now
      return Self(now: { ContinuousClock.now - start }, pause: { _ = $1.wait(deadline: $0) })
    }
  }

  /// After how many looks to make only long pauses: what has not come to rest by then may never do so,
  /// and looking is expensive.
  private static let manyLooks = 300

  /// Looks until a look decides, and blocks the calling thread.
  ///
  /// - Parameters:
  ///   - limit: when to give up. By default never.
  ///   - look: gets how long nothing has happened.
  ///   - decides: gets each look and what comes next. Ends the search by returning `true`.
  /// - Returns: whether a look decided: the time is not over, and the main queue can be served.
  package func run(
    until limit: Deadline? = nil, look: (_ silence: Duration) -> RestSearch.Look,
    decides: (RestSearch.Look, RestSearch.Step) -> Bool
  ) -> Bool {
    var (deadline, pools, search) = (limit, pools, RestSearch(patience: patience))
    let start = clock.now()
    var looks = 0
    while deadline?.isOver() != true {
      // If the main queue cannot be served, something may be left in it.
      if servesMainQueue, !MainQueue.serve() { return false }
      let time = clock.now() - start
      let seen = look(search.silence(at: time))
      let step = search.add(seen, at: time)
      if decides(seen, step) { return true }
      if step == .askPools {
        if pools.haveRun() { search.poolsHaveBegun() }
        continue
      }
      // What happens next may give the pools something more.
      pools = self.pools
      if step == .lookAgain { continue }
      looks += 1
      if looks < looksBeforePause {
        Platform.yieldThread()
      } else {
        let isLong = seen.isPreceded || step.isRest(for: .zero) || looks > Self.manyLooks
        let long = Self.longPause(after: search.silence(at: time))
        clock.pause(isLong ? max(pause, long) : pause, alarm)
      }
    }
    return false
  }

  /// How long to pause where others must decide first, or nothing is expected soon: looking is
  /// expensive, and the next look shows that a thread has run in the pause. The longer nothing has
  /// happened, the longer.
  private static func longPause(after silence: Duration) -> Duration {
    max(.milliseconds(10), min(silence / 16, .milliseconds(100)))
  }
}
