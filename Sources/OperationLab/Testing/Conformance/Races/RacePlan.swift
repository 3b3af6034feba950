import OperationLab

/// What happens in one round of a race, and when: all of it follows from the seed, the round and
/// how long the operation took in the rounds before.
struct RacePlan: Sendable {
  /// How long each waits after the start signal, in nanoseconds.
  let startDelay: UInt64
  let cancelDelay: UInt64
  /// How long the work goes on.
  let workLength: UInt64
  /// Whether `cancel()` is called at all.
  let cancels: Bool
  /// Whether asynchronous work calls its completion before it returns.
  let endsAtOnce: Bool
  /// Who is halted in the middle, if anybody is.
  let interruption: Interruption?

  /// What a thread of a race does.
  enum Role: Int, CaseIterable, Sendable { case start, cancel, end }

  /// One is halted in the middle of what it does, and another does all of its own meanwhile.
  struct Interruption: Sendable {
    let victim: Role
    let rival: Role
    /// How long after the victim's beginning, in nanoseconds.
    let delay: UInt64
  }

  /// The plan of a life without a race: nobody is in a hurry.
  init(cancels: Bool, endsAtOnce: Bool) {
    (startDelay, cancelDelay, workLength) = (0, 0, 0)
    self.cancels = cancels
    self.endsAtOnce = endsAtOnce
    interruption = nil
  }

  /// - Parameter lengths: what is known of this operation. A third of the calls of `cancel()` meet
  ///   the beginning of the work, where a cancellation may be forgotten, and another third its end.
  init(seed: UInt64, round: Int, isQueued: Bool, lengths: Lengths) {
    var random = SplitMix(seed: seed &+ UInt64(round) &* 0x2545_F491_4F6C_DD1D)
    startDelay = Self.delay(&random)
    workLength = Self.delay(&random)
    let lead = lengths.lead
    let aim = UInt64.random(in: 0...max(lead, 500) * 3 / 2, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: cancelDelay = startDelay + aim
    case 1: cancelDelay = startDelay + workLength + lead / 2 + aim
    default: cancelDelay = Self.delay(&random)
    }
    endsAtOnce = Int.random(in: 0..<4, using: &random) == 0
    interruption = Self.interruption(
      isQueued: isQueued, endsAtOnce: endsAtOnce, lengths, &random)
    let mustCancel = interruption.map { $0.victim == .cancel || $0.rival == .cancel } ?? false
    cancels = mustCancel || Int.random(in: 0..<4, using: &random) > 0
  }

  /// How long it takes, as a rule, in nanoseconds.
  struct Lengths: Sendable {
    /// From the start to the beginning of the work.
    var lead: UInt64 = 0
    /// What each role does, by its number.
    var roles = [UInt64](repeating: 0, count: Role.allCases.count)
  }

  /// In most lives somebody is halted.
  ///
  /// - Parameter isQueued: whether a thread of the queue's calls `start()`, which nobody can halt.
  private static func interruption(
    isQueued: Bool, endsAtOnce: Bool, _ lengths: Lengths, _ random: inout SplitMix
  ) -> Interruption? {
    let pairs: [(Role, Role)?] =
      switch (isQueued, endsAtOnce) {
      case (true, true): [(.cancel, .start), nil]
      case (true, false): [(.cancel, .start), (.cancel, .end), (.end, .cancel), nil, nil]
      case (false, true): [(.start, .cancel), (.start, .cancel), (.cancel, .start), nil]
      case (false, false):
        [
          (.start, .cancel), (.start, .cancel), (.start, .cancel), (.cancel, .start),
          (.start, .end), (.cancel, .end), (.end, .cancel), nil, nil,
        ]
      }
    guard let pair = pairs[Int.random(in: 0..<pairs.count, using: &random)] else { return nil }
    let length = max(lengths.roles[pair.0.rawValue], 300)
    return Interruption(
      victim: pair.0, rival: pair.1,
      delay: UInt64.random(in: 0...length * 5 / 4, using: &random))
  }

  /// None, about as often as one of up to half, 4 or 20 microseconds: what meets what depends on how
  /// long the operation itself takes, which nobody knows.
  private static func delay(_ random: inout SplitMix) -> UInt64 {
    let longest: [UInt64] = [0, 500, 4_000, 20_000]
    return UInt64.random(
      in: 0...longest[Int.random(in: 0..<longest.count, using: &random)], using: &random)
  }

  /// Keeps the calling thread busy for so many nanoseconds, and then lets others run if there are
  /// any: a yield.
  static func linger(_ nanoseconds: UInt64) {
    guard nanoseconds > 0 else { return }
    let start = Platform.monotonicNanoseconds()
    while Platform.monotonicNanoseconds() - start < nanoseconds {}
    Platform.yieldThread()
  }
}
