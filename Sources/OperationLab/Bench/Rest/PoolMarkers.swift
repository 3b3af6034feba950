import Foundation
import OperationLab

/// Markers that are put behind everything in Dispatch's pools.
///
/// A pool takes its work in the order in which it came. So once a marker has run, everything before
/// it has begun. As long as one has not, there is no thread for what may stand before it. The pool on
/// Linux has as many threads as there are cores, and adds about one each second while all are
/// blocked.
package struct PoolMarkers {
  /// How many must have run one after the other. A concurrent queue hands on to the pool what it
  /// holds only when its own turn comes, and that stands behind the marker.
  private static let rounds = 3
  /// How long a marker may hold up the calling thread.
  private static let pause = Duration.milliseconds(2)

  private let pools: [DispatchQueue]
  private var latches: [Latch] = []
  private var round = 0

  /// - Parameter pools: by default Dispatch's own, one for each quality of service. Those behind
  ///   serial queues give every queue a thread of its own.
  package init(pools: [DispatchQueue] = Self.all) {
    self.pools = pools
  }

  package static let all = [
    DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility, .background,
  ].map { DispatchQueue.global(qos: $0) }

  /// Whether each pool has a thread for what is put into it now. It has none if all threads sleep,
  /// and a marker has not run.
  package static func findThreads() -> Bool {
    var markers = PoolMarkers()
    while !markers.haveRun() {
      if Platform.threadActivity() != .running, !markers.haveRun() { return false }
    }
    return true
  }

  /// Whether all markers have run since it was asked first. If not, ask again.
  mutating func haveRun() -> Bool {
    while round < Self.rounds {
      if latches.isEmpty {
        latches = pools.map { pool in
          let latch = Latch()
          pool.async { latch.open() }
          return latch
        }
      }
      guard latches.allSatisfy({ $0.wait(deadline: Self.pause) }) else { return false }
      latches = []
      round += 1
    }
    return true
  }

  /// Waits until all have run. `false` when that takes too long.
  package mutating func haveRun(within limit: Duration) -> Bool {
    var deadline = Deadline(limit, most: 3)
    while !haveRun() {
      if deadline.isOver() { return false }
    }
    return true
  }
}
