import Foundation

// Unlock before you post.
//
// This download sets its flag under the lock, posts the notification there, and reads the flag under
// the lock. When its transfer has ended, every thread that reads its state blocks.
//
// Mend it: it is finished when its transfer has ended, and its queue gets the notification. Each
// thread that reads isFinished while the notification is posted gets an answer. The flag is still
// set and read under the lock.

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
    lock.withLock {
      willChangeValue(forKey: "isFinished")
      hasFinished = true
      didChangeValue(forKey: "isFinished")
    }
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { hasFinished } }
}
