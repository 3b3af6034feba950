import Foundation

// Say that it is executing.
//
// This download reports its end as it should. But while its transfer is under way, whoever asks
// hears that it is not executing: a progress bar, a log, your own code that wants to know.
//
// Mend it: isExecuting is true from start() to the end and not longer, and both changes are
// announced.

/// A download; its transfer goes on after start() has returned.
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
