import Foundation

// One way to do it.

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
    // Whoever is told asks at once, on this thread, and the answer takes the lock.
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
