import Foundation

// One way to do it.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private enum State { case waiting, executing, finished }
  /// Both guarded by `lock`. They only move forward.
  private var state = State.waiting
  private var isEnding = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
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
    // On Linux, a dependency that finishes later would call this operation, which may be gone by then.
    dependencies.forEach(removeDependency)
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
