import Foundation

// Announce after unlocking.
//
// This download sets its flag under the lock, announces it there, and reads it under the lock.
// When its transfer has ended, every thread that asks it for its state blocks.
//
// Mend it: it is finished when its transfer has ended, and its queue gets the notification. While
// it announces its end, each thread that asks gets an answer. What is set under the lock is still
// read under it.

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
