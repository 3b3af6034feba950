import Foundation

// One way to do it.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let deliver: (String) -> Void
  private let lock = NSLock()
  /// All guarded by `lock`.
  private var hasBegun = false
  private var isEnding = false
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void, deliver: @escaping (String) -> Void) {
    self.begin = begin
    self.deliver = deliver
  }

  override func start() {
    if isCancelled {
      // On Linux: one that still runs would crash after this operation is gone, and cancel() counts anew (lesson 4).
      dependencies.forEach(removeDependency)
      super.cancel()
    }
    // In this order, because a cancel() that comes before hasBegun is set leaves the end to start().
    change("isExecuting") { hasBegun = true }
    if isCancelled { return finish("cancelled") }
    begin { self.finish("done") }
  }

  override func cancel() {
    super.cancel()
    // Finishes only an operation that start() has begun. start() finishes one that still waits.
    if lock.withLock({ hasBegun }) { finish("cancelled") }
  }

  /// The lock lets one caller end it. The others post nothing and deliver nothing.
  private func finish(_ result: String) {
    let isFirst = lock.withLock {
      defer { isEnding = true }
      return !isEnding
    }
    guard isFirst else { return }
    change("isExecuting", "isFinished") { isOver = true }
    deliver(result)
  }

  private func change(_ keys: String..., to values: () -> Void) {
    keys.forEach { willChangeValue(forKey: $0) }
    lock.withLock(values)
    keys.reversed().forEach { didChangeValue(forKey: $0) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { hasBegun && !isOver } }
  override var isFinished: Bool { lock.withLock { isOver } }
}
