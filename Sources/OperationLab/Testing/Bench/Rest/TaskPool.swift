import OperationLab

/// The threads of Swift's tasks, as many as the machine has cores, in a shared process.
///
/// A test that blocks keeps one of them for as long as it runs, and no thread is added for it.
/// Meanwhile an operation that waits for its own task looks stuck.
package final class TaskPool: Sendable {
  typealias Body = @Sendable () -> Void

  /// How long to wait for a thread, once.
  let limit: Duration
  private let detach: @Sendable (TaskPriority, @escaping Body) -> Void
  private let isFull = Locked(false)

  /// - Parameter detach: starts a task. Passed in so that a test need not block all threads.
  init(
    limit: Duration = .seconds(10),
    detach: @escaping @Sendable (TaskPriority, @escaping Body) -> Void = { priority, body in
      Task.detached(priority: priority) { body() }
    }
  ) {
    self.limit = limit
    self.detach = detach
  }

  /// Whether a task ever got no thread in time.
  var lacksThreads: Bool { isFull.withLock { $0 } }

  /// Waits until all existing tasks have begun, at most for ``limit``. Returns at once if an
  /// earlier wait took that long.
  func waitForThreads(unless isInterrupted: () -> Bool) {
    if lacksThreads { return }
    // Tasks that have nothing to wait for but a thread, behind all others of their priority.
    let markers = [TaskPriority.high, .medium, .low].map { priority in
      let door = Latch()
      detach(priority, door.open)
      return door
    }
    var deadline = Deadline(limit)
    while let late = markers.first(where: { !$0.isOpen }) {
      if isInterrupted() { return }
      if deadline.isOver() { return isFull.withLock { $0 = true } }
      _ = late.wait(deadline: .milliseconds(2))
    }
  }

  /// Why nothing can be said of an operation that may need one of those threads.
  static let noThread = """
    Swift's tasks had no thread: tests that block keep all of them, or tasks of its own do; in a \
    test that is async, `await Conformance.check` blocks none, and `lab check` starts processes
    """
}
