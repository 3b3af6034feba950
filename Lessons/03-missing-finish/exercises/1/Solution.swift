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
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    begin { self.finish() }
  }

  private func finish() {
    // The queue observes this key. It reads isFinished when it is notified of the change, so the
    // value must be the new one by then.
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    // Not inside the lock: the queue reads isFinished at once, on this thread.
    didChangeValue(forKey: "isFinished")
  }

  override var isFinished: Bool { lock.withLock { isOver } }
}
