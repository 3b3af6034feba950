import Foundation

// HALF-FIX on purpose: defer stands one brace too far out.

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
    defer { finish() }
    _ = connect { isWell in
      guard isWell else { return }
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
