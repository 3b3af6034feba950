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
