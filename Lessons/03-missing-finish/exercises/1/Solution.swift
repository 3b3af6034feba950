import Foundation

// One way to do it.

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
