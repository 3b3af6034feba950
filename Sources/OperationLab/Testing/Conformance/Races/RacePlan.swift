import OperationLab

/// The actions in one round of a race and their times. They depend on chance and on the operation's
/// times in earlier rounds.
struct RacePlan: Sendable {
  /// How long each waits after the start signal, in nanoseconds.
  let startDelay: UInt64
  let cancelDelay: UInt64
  /// How long the work continues.
  let workLength: UInt64
  /// Whether `cancel()` is called at all.
  let cancels: Bool
  /// Whether asynchronous work calls its completion before it returns.
  let endsAtOnce: Bool

  /// The plan of a life without a race.
  init(cancels: Bool, endsAtOnce: Bool) {
    (startDelay, cancelDelay, workLength) = (0, 0, 0)
    self.cancels = cancels
    self.endsAtOnce = endsAtOnce
  }

  /// A third of the `cancel()` calls come near the beginning of the work, where a cancellation may
  /// be lost, and another third near its end.
  ///
  /// - Parameter lead: how long the operation takes from its start to its work, in nanoseconds.
  init(lead: UInt64) {
    startDelay = Self.delay()
    workLength = Self.delay()
    let aim = UInt64.random(in: 0...max(lead, 500) * 3 / 2)
    switch Int.random(in: 0..<3) {
    case 0: cancelDelay = startDelay + aim
    case 1: cancelDelay = startDelay + workLength + lead / 2 + aim
    default: cancelDelay = Self.delay()
    }
    endsAtOnce = Int.random(in: 0..<4) == 0
    cancels = Int.random(in: 0..<4) > 0
  }

  /// No delay, or one of up to 0.5, 4 or 20 microseconds, each about equally often. The operation's
  /// own times are unknown, so various delays are needed.
  private static func delay() -> UInt64 {
    let longest: [UInt64] = [0, 500, 4_000, 20_000]
    return UInt64.random(in: 0...longest[Int.random(in: 0..<longest.count)])
  }

  /// Keeps the calling thread busy for a number of nanoseconds, and then yields to other threads.
  static func linger(_ nanoseconds: UInt64) {
    guard nanoseconds > 0 else { return }
    let start = Platform.monotonicNanoseconds()
    while Platform.monotonicNanoseconds() - start < nanoseconds {}
    Platform.yieldThread()
  }
}
