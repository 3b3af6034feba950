import Foundation
import OperationLab
import Synchronization

/// A barrier that threads leave at the same moment.
///
/// The last thread to arrive would be late if it had to wake the others. Instead it sets a moment
/// shortly after, at which all leave.
final class StartingLine: Sendable {
  private let missing: Atomic<Int>
  /// When all leave, by the monotonic clock, or 0 while that is unknown.
  private let departure = Atomic<UInt64>(0)
  private let isKnown = Signal()
  /// How long after the last has come, in nanoseconds.
  private static let notice: UInt64 = 4_000

  init(for count: Int) {
    missing = Atomic(count)
  }

  /// Blocks the calling thread until all expected threads have arrived.
  func arrive() {
    if missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      departure.store(
        Platform.monotonicNanoseconds() + Self.notice, ordering: .sequentiallyConsistent)
      isKnown.send()
    } else {
      isKnown.wait()
    }
    let departure = departure.load(ordering: .sequentiallyConsistent)
    while Platform.monotonicNanoseconds() < departure {}
  }
}

/// A flag that one thread sets once and another waits for.
///
/// The waiting thread polls for a while before it sleeps, because a thread that must be woken is
/// too late for a race.
final class Signal: Sendable {
  private let sent = Atomic<Bool>(false)
  private let door = Latch()
  /// How long to poll, in nanoseconds. At first, it does not yield the core.
  private static let patience: UInt64 = 200_000
  private static let eagerness: UInt64 = 3_000

  var isSent: Bool { sent.load(ordering: .acquiring) }

  /// Callable from any thread, any number of times.
  func send() {
    sent.store(true, ordering: .releasing)
    door.open()
  }

  func wait() {
    let start = Platform.monotonicNanoseconds()
    while !isSent {
      let waited = Platform.monotonicNanoseconds() - start
      if waited > Self.patience { return sleep() }
      if waited > Self.eagerness { Platform.yieldThread() }
    }
  }

  /// Waits with a deadline, and returns whether the signal was sent.
  @discardableResult
  func wait(atMost deadline: Duration) -> Bool {
    let start = Platform.monotonicNanoseconds()
    while !isSent {
      let waited = Platform.monotonicNanoseconds() - start
      if waited > Self.patience { return door.wait(deadline: deadline) }
      if waited > Self.eagerness { Platform.yieldThread() }
    }
    return true
  }

  private func sleep() {
    while !door.wait(deadline: .seconds(3600)) {}
  }
}
