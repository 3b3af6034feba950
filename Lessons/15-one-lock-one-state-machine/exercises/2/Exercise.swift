import Foundation

// Announce after unlocking.
//
// This download sets its flag under the lock, announces it, and reads it under the lock. When its
// transfer is over, everybody who has to do with it stands still.
//
// Mend it: its answers stay right, its queue is told, and nobody stands still.

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
    lock.withLock {
      willChangeValue(forKey: "isFinished")
      isOver = true
      didChangeValue(forKey: "isFinished")
    }
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
