import Foundation
import OperationLab

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
