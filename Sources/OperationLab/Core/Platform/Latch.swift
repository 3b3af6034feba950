import Dispatch

/// A flag that threads wait for. It becomes true once.
///
/// It waits for a group of Dispatch's: such a wait is as long as the monotonic clock says. On Linux, one
/// for a condition or a semaphore lasts until a time of day, and that may be set meanwhile.
package final class Latch: Sendable {
  /// Left once, when it opens.
  private let group = DispatchGroup()
  private let opened = Locked(false)

  package init() { group.enter() }

  /// Dispatch ends the process if a group goes that was entered and not left.
  deinit { open() }

  package var isOpen: Bool { opened.withLock { $0 } }

  package func open() {
    let isFirst = opened.withLock { opened in
      defer { opened = true }
      return !opened
    }
    if isFirst { group.leave() }
  }

  /// Waits until it is open or the time is over, and returns whether it is open.
  package func wait(deadline: Duration) -> Bool {
    _ = group.wait(timeout: .now() + deadline.seconds)
    return isOpen
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

/// Suspends tasks until it is opened. It opens once.
final class TaskLatch: Sendable {
  /// `nil` once it is open.
  private let waiting = Locked<[CheckedContinuation<Void, Never>]?>([])

  func open() {
    let tasks = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    tasks?.forEach { $0.resume() }
  }

  /// Returns when it is open, even if the calling task is cancelled.
  func wait() async {
    await withCheckedContinuation { task in
      let isOpen = waiting.withLock { waiting in
        waiting?.append(task)
        return waiting == nil
      }
      if isOpen { task.resume() }
    }
  }
}
