/// A source of monotonic nanoseconds, passed to whatever needs the time.
package struct MonotonicClock: Sendable {
  /// Nanoseconds since some fixed moment; never decreases. Callable from any thread.
  package let now: @Sendable () -> UInt64

  /// A clock of one's own, for tests.
  package init(now: @escaping @Sendable () -> UInt64) {
    self.now = now
  }

  /// The system's clock that goes on through changes of the calendar's time.
  package static let system = MonotonicClock(now: Platform.monotonicNanoseconds)
}
