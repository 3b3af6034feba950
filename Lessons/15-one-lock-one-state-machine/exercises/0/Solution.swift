import Foundation

// One way to do it. It is right for this task, and not yet for an app: it does not report isExecuting, and works
// although it was cancelled. Exercise 10.2 mends both. Until then lab check finds these rules broken:
// cancel-before-start, cancel-before-enqueue, cancel-while-queued, cancel-ignores-dependencies,
// executing-while-working.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var hasFinished = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    begin { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.lock()
    hasFinished = true
    lock.unlock()
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { hasFinished } }
}
