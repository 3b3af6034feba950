import Foundation

// HALF-FIX on purpose: only the error ends it.

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
      guard isWell else { return self.finish() }
      self.decode()
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
