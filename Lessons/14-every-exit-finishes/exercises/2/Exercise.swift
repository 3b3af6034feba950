import Foundation

// Finish after an error.
//
// connect sets the transfer going. Its closure is called once, with true if all went well and
// with false if not. When the transfer fails, this operation is never finished.
//
// Mend it: the operation finishes when the transfer has ended, whether it went well or failed,
// and not before. Then its queue starts the next operation.

final class Load: Operation, @unchecked Sendable {
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
      guard isWell else { return }
      self.decode()
      self.finish()
    }
  }

  private func decode() {}

  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
