import Foundation
import OperationLab

/// Asks Dispatch's pools whether they have begun all that they were given.
///
/// A pool takes its work in the order in which it came. So once a marker has run, everything before
/// it has begun: operations with a slot, barriers, completion blocks, work that no flag of any
/// operation tells of. And as long as a marker has not run, there is no thread for what may stand
/// before it, on however many cores: the pool on Linux has so many threads at first, and adds one
/// about every second while all are blocked.
///
/// That a marker ran is also the evidence that one more thread was to be had.
struct RollCall {
  /// How many markers must have run one after the other while nothing happened. A concurrent queue
  /// hands on to the pool what it holds only when its own turn comes, and that then stands behind
  /// the marker. More than two queues, one in front of the other, are rare.
  private static let rounds = 3
  /// How long a round may hold up the calling thread.
  private static let pause = Duration.milliseconds(2)

  private let pools: [DispatchQueue]
  private var markers: [Door] = []
  private var answered = 0
  /// Whether the markers that are under way were put before it started again.
  private var isOutdated = false

  /// Whether all that was given to the pools has begun since the first time it was asked. If not,
  /// ask again later.
  mutating func isComplete() -> Bool {
    while answered < Self.rounds {
      if markers.isEmpty { markers = put() }
      guard markers.allSatisfy({ $0.wait(deadline: Self.pause) }) else { return false }
      markers = []
      if isOutdated { isOutdated = false } else { answered += 1 }
    }
    return true
  }

  /// Asks until the pools have answered; `false` when that takes too long, or is not needed any more.
  ///
  /// On a busy machine each answer takes its time: who begins anew instead may never get to the end.
  mutating func isAnswered(within limit: Duration, unless isNeedless: () -> Bool) -> Bool {
    var deadline = Deadline(limit, most: 3)
    while !isComplete() {
      if isNeedless() || deadline.isOver() { return false }
    }
    return true
  }

  /// Starts again: something has happened, and may have given the pools something more.
  mutating func startAgain() {
    answered = 0
    isOutdated = !markers.isEmpty
  }

  /// - Parameter pools: by default Dispatch's own. Those of higher and lower priority are others;
  ///   those behind serial queues give every queue a thread of its own.
  init(pools: [DispatchQueue] = Self.all) {
    self.pools = pools
  }

  private static let all = [
    DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility, .background,
  ].map { DispatchQueue.global(qos: $0) }

  /// Puts a marker into each pool.
  private func put() -> [Door] {
    pools.map { pool in
      let door = Door()
      pool.async { door.open() }
      return door
    }
  }
}
