import Foundation

// Each way out of start() and of its closure.
//
// connect sets a transfer going. Its closure is called once, with true if all went well and with
// false if not. The lines of start() and of this closure are right, and stand in the wrong order.
//
// Put them in order. Move lines, and change none: the operation finishes whether the transfer goes
// well or fails. decode is called only if it went well. If the operation was cancelled in its queue, it
// finishes when the queue starts it, and no transfer begins.

/// Loads something and decodes it.
final class Load: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let decode: () -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOver = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void, decode: @escaping () -> Void) {
    self.connect = connect
    self.decode = decode
  }

  override func start() {
    _ = connect { isWell in
      guard isWell else { return }
      self.decode()
      defer { self.finish() }
    }
    if isCancelled { return finishUnstarted() }
  }

  private func finishUnstarted() {
    // On Linux: one that still runs would crash after this operation is gone, and cancel() counts anew (lesson 4).
    dependencies.forEach(removeDependency)
    super.cancel()
    finish()
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
