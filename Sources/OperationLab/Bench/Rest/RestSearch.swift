import Foundation
import OperationLab

/// Decides from looks at a process, one after the other, whether it has come to rest.
///
/// It has no clock and no thread, and asks nothing. ``RestDriver`` looks.
package struct RestSearch {
  /// The result of one look at the process.
  package struct Look: Equatable {
    /// What the threads were doing.
    var threads: Platform.ThreadActivity
    /// A number that changes with everything that happens.
    var changes = 0
    /// Whether something is known to come, or another search must end first.
    var isPreceded = false

    package init(threads: Platform.ThreadActivity, changes: Int = 0, isPreceded: Bool = false) {
      (self.threads, self.changes, self.isPreceded) = (threads, changes, isPreceded)
    }

    /// Whether all threads slept, and nothing is known to come.
    package var isStill: Bool { !isPreceded && threads != .running }
  }

  /// The step before the next look.
  package enum Step: Equatable {
    /// Nothing: the next look decides whether all threads have slept since.
    case lookAgain
    /// To ask whether Dispatch's pools have begun all their blocks. Call ``poolsHaveBegun()`` then.
    case askPools
    /// To give the threads time.
    case pause
    /// Nothing, if so much silence is enough: the process has come to rest.
    case rest(silence: Duration)

    /// Whether the process has been at rest for so long.
    package func isRest(for needed: Duration) -> Bool {
      if case .rest(let silence) = self { silence >= needed } else { false }
    }
  }

  /// What is missing for rest.
  private enum Stage {
    case twoStillLooks, pools, stillLookAfterPools
    case sameLook(Platform.ThreadActivity)
  }

  /// How long a thread that wakes up again and again is expected to do something. `nil` for always.
  var patience: Duration?
  private var stage = Stage.twoStillLooks
  private var last: Look?
  private var lastChange = Duration.zero
  private var lastWaking = Duration.zero

  init(patience: Duration? = nil) { self.patience = patience }

  /// How long nothing has happened.
  func silence(at time: Duration) -> Duration { time - lastChange }

  /// All blocks have begun that the pools held.
  mutating func poolsHaveBegun() { stage = .stillLookAfterPools }

  /// Judges the next look.
  ///
  /// - Parameter time: how long after the beginning of the search it was.
  mutating func add(_ look: Look, at time: Duration) -> Step {
    var look = look
    if look.changes != last?.changes { (stage, lastChange) = (.twoStillLooks, time) }
    let silence = silence(at: time)
    // Then one moment at which all sleep is enough: a thread may check a condition repeatedly.
    let ignoresWaking = patience.map { silence >= $0 } == true
    if ignoresWaking, look.threads != .running { look.threads = .asleep(fingerprint: 0) }
    if look.threads != last?.threads { lastWaking = time }
    let (isSame, isFirst) = (look == last, last?.isStill != true)
    last = look
    if case .pools = stage { return .askPools }
    guard look.isStill else { return .pause }
    switch stage {
    case .twoStillLooks where isSame:
      stage = .pools
      return .askPools
    case .twoStillLooks where isFirst: return .lookAgain
    case .stillLookAfterPools: stage = .sameLook(look.threads)
    case .sameLook(let threads) where look.threads != threads: stage = .twoStillLooks
    case .sameLook where isSame:
      return .rest(silence: ignoresWaking ? silence : min(silence, time - lastWaking))
    case .twoStillLooks, .sameLook, .pools: break
    }
    return .pause
  }
}

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
