import Foundation

// One way to do it.

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
      // The first line of the closure, so that no return can come before it.
      defer { self.finish() }
      guard isWell else { return }
      self.decode()
    }
  }

  private func decode() {}

  private func finish() {
    // On Linux, a dependency that finishes later would call this operation, which may be gone by then.
    dependencies.forEach(removeDependency)
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
