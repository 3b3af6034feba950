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
