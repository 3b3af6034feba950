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

/// The main queue, served by the main thread while it waits for something.
package enum MainQueue {
  /// How often the run loop may come back without having run what is in the queue.
  private static let turns = 1000

  /// Runs what is in the main queue by now. The queue is first in, first out: once the marker has
  /// run, so has everything before it. There is no time limit, because a limit is a timer, and a
  /// timer wakes other threads.
  ///
  /// - Returns: `false` if it cannot be served: within a block of the main queue the run loop of
  ///   macOS leaves the queue alone, and comes back at once.
  package static func serve(patience: Duration = .seconds(5)) -> Bool {
    serve(patience: patience, turn: turn)
  }

  /// - Parameters:
  ///   - patience: for how long, too, it may come back so.
  ///   - turn: lets the run loop run once. Passed in so that a test can answer.
  static func serve(patience: Duration, turn: () -> Void) -> Bool {
    let marker = Latch()
    DispatchQueue.main.async { marker.open() }
    let (clock, began) = (ContinuousClock(), ContinuousClock.now)
    var count = 0
    while !marker.isOpen {
      turn()
      count += 1
      if count > turns, clock.now - began > patience { return marker.isOpen }
    }
    return true
  }

  /// Runs what comes into the main queue until the condition is true. After a change of the condition,
  /// call ``wake()``.
  static func serve(until isOver: () -> Bool) {
    while !isOver() { turn() }
  }

  /// Makes ``serve(until:)`` read its condition again. A run loop wakes up only for a block.
  static func wake() { DispatchQueue.main.async {} }

  /// What the body returns. On the main thread, the body runs on another thread, and what comes into
  /// the main queue runs meanwhile, if it can be served.
  package static func serve<Value: Sendable>(during body: @escaping @Sendable () -> Value) -> Value
  {
    guard Thread.isMainThread, serve(patience: .zero) else { return body() }
    let value = Locked<Value?>(nil)
    let hasThread = Platform.detachThread {
      let result = body()
      value.withLock { $0 = result }
      wake()
    }
    guard hasThread else { return body() }
    while true {
      if let value = value.withLock({ $0 }) { return value }
      turn()
    }
  }

  private static func turn() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
}
