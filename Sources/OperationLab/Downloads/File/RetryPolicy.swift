import Foundation

/// Whether a failed attempt is followed by another, when, and who keeps the time.
public struct RetryPolicy: Sendable {
  /// Runs a block after some time. Passed in so that a test does not have to wait.
  package typealias Waiter = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// How many attempts may follow the first without one of them getting farther than any before.
  package var limit: Int
  /// How long to wait before a retry, the first having number 1. `nil` to give up.
  package var delay: @Sendable (_ retry: Int, _ error: DownloadError) -> Duration?
  /// Keeps the time.
  package var wait: Waiter

  /// A policy from its parts.
  ///
  /// `delay` says how long to wait, or `nil` to give up. It is called without a lock, on the thread on which an
  /// attempt ends. It must return soon, as other downloads may need that thread.
  public init(
    limit: Int, delay: @escaping @Sendable (_ retry: Int, _ error: DownloadError) -> Duration?
  ) {
    self.init(limit: limit, wait: Self.clock, delay: delay)
  }

  package init(
    limit: Int, wait: @escaping Waiter,
    delay: @escaping @Sendable (_ retry: Int, _ error: DownloadError) -> Duration?
  ) {
    self.limit = limit
    self.wait = wait
    self.delay = delay
  }

  /// Only the first attempt.
  public static let never = RetryPolicy(limit: 0) { _, _ in nil }

  /// Waits twice as long each time, and at least as long as the server asks.
  ///
  /// A part of each wait is left to chance: otherwise all who were cut off together come back
  /// together. A server that asks for more patience than `most` is given up.
  ///
  /// - Parameters:
  ///   - limit: how many retries.
  ///   - first: the longest wait before the first retry.
  ///   - most: the longest wait of all.
  public static func backoff(
    limit: Int = 5, first: Duration = .milliseconds(500), most: Duration = .seconds(60)
  ) -> RetryPolicy {
    backoff(limit: limit, first: first, most: most, wait: clock)
  }

  /// With a clock of a test's own, and numbers from 0.5 to 1 for chance.
  package static func backoff(
    limit: Int = 5, first: Duration = .milliseconds(500), most: Duration = .seconds(60),
    wait: @escaping Waiter,
    chance: @escaping @Sendable () -> Double = { .random(in: 0.5...1) }
  ) -> RetryPolicy {
    RetryPolicy(limit: limit, wait: wait) { retry, error in
      let own = min(most, first * (1 << min(retry - 1, 20))) * chance()
      guard case .status(_, let asked?) = error else { return own }
      return Duration.seconds(asked) <= most ? max(own, .seconds(asked)) : nil
    }
  }

  /// The real time.
  private static let clock: Waiter = { duration, body in
    DispatchQueue.global().asyncAfter(deadline: .now() + duration.seconds, execute: body)
  }
}
