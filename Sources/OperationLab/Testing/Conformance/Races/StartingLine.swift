import Foundation
import OperationLab
import Synchronization

/// Where threads wait for each other, so as to leave at the same moment.
///
/// Not when the last one has come: that one would be behind, busy with calling the others.
/// Instead it names a moment shortly after, at which all leave.
final class StartingLine: Sendable {
  private let missing: Atomic<Int>
  /// When all leave, by the monotonic clock; 0 while that is not known.
  private let departure = Atomic<UInt64>(0)
  private let isKnown = Signal()
  /// How long after the last has come, in nanoseconds.
  private static let notice: UInt64 = 4_000

  init(for count: Int) {
    missing = Atomic(count)
  }

  /// Blocks the calling thread until as many threads are here as were announced.
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
/// The waiting thread looks again and again for a while before it goes to sleep: who must be woken
/// comes too late for a race.
final class Signal: Sendable {
  private let sent = Atomic<Bool>(false)
  private let door = Door()
  /// For how long to look, at first without letting others have the core, in nanoseconds.
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

  /// Waits as above, but not for ever; says whether it was sent.
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
