import Foundation

// Report isExecuting.
//
// This download reports its end as it should. But while its transfer is under way, isExecuting is
// false: a progress bar, a log or your own code gets the wrong answer.
//
// Mend it: isExecuting is true from start() until the transfer has ended, and not longer. When
// isFinished is posted, isExecuting is false already. After each change of isExecuting the
// operation posts a KVO notification.

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
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
