import Foundation

// One way to do it.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private enum State { case waiting, executing, finished }
  /// Guarded by `lock`. Only moves forward.
  private var state = State.waiting
  /// Guarded by `lock`.
  private var hasStarted = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  // Never calls super.start(), which would report finished when it returns.
  override func start() {
    // Only the first call counts.
    let isFirst = lock.withLock {
      defer { hasStarted = true }
      return !hasStarted
    }
    guard isFirst else { return }
    // The queue starts cancelled operations as well, so that they can finish.
    if isCancelled {
      // On Linux: one that still runs would crash after this operation is gone, and cancel() counts anew (lesson 4).
      dependencies.forEach(removeDependency)
      super.cancel()
      return finish()
    }
    change("isExecuting") { state = .executing }
    begin { self.finish() }
  }

  private func finish() {
    change("isExecuting", "isFinished") { state = .finished }
  }

  private func change(_ keys: String..., to values: () -> Void) {
    keys.forEach { willChangeValue(forKey: $0) }
    lock.withLock(values)
    keys.reversed().forEach { didChangeValue(forKey: $0) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}
