/// A source of monotonic nanoseconds, passed to whatever needs the time.
package struct MonotonicClock: Sendable {
  /// Nanoseconds since some fixed moment. It never decreases. You can call it from any thread.
  package let now: @Sendable () -> UInt64

  /// A clock for tests.
  package init(now: @escaping @Sendable () -> UInt64) {
    self.now = now
  }

  /// The system's clock that goes on through changes of the calendar's time.
  package static let system = MonotonicClock(now: Platform.monotonicNanoseconds)
}
