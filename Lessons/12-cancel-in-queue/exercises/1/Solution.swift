import Foundation

// One way to do it.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private enum State { case waiting, executing, finished }
  /// All guarded by `lock`. They only move forward.
  private var state = State.waiting
  private var hasStarted = false
  private var isEnding = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    if isCancelled {
      // On Linux: one that still runs would crash after this operation is gone, and cancel() counts anew (lesson 4).
      dependencies.forEach(removeDependency)
      super.cancel()
    }
    // Only the first call counts. Another one after the end must not undo it.
    let isFirst = lock.withLock {
      defer { hasStarted = true }
      return !hasStarted
    }
    guard isFirst else { return }
    // In this order, because a cancel() that comes before the state is set leaves the end to start().
    change("isExecuting") { state = .executing }
    if isCancelled { return finish() }
    begin { self.finish() }
  }

  override func cancel() {
    super.cancel()
    // Finishes only an operation that start() has begun. start() finishes one that still waits.
    if isExecuting { finish() }
  }

  /// The lock lets one caller end it. The others post nothing.
  private func finish() {
    let isFirst = lock.withLock {
      defer { isEnding = true }
      return !isEnding
    }
    guard isFirst else { return }
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
