import Foundation

// Cancel it while the server is silent.
//
// connect begins the transfer and returns a closure that gives it up. This download reads isCancelled
// when data arrives. When the server is silent no data arrives, and cancelling has no effect.
//
// Mend it: when it is cancelled while it is executing, it finishes at once, without waiting for the
// server, and gives its transfer up. A transfer that was given up calls its closure, too, with
// false. If it is cancelled before the queue has started it, it still waits for its turn. If it is
// not cancelled, it finishes when its transfer has ended.

final class Download: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOver = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  override func start() {
    if isCancelled { return finish() }
    _ = connect { isWell in
      if isWell, !self.isCancelled { self.store() }
      self.finish()
    }
  }

  private func store() {}

  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
