import Foundation

// Lock, set, unlock, post.
//
// The five lines of finish() are right, and stand in the wrong order. When the transfer has ended,
// every thread that reads isFinished blocks.
//
// Put them in order. Move lines, and change none: the flag is set under the lock, and changes between
// willChangeValue and didChangeValue. Both run code that you do not know, which may read isFinished.

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
    lock.lock()
    hasFinished = true
    willChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isFinished")
    lock.unlock()
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { hasFinished } }
}
