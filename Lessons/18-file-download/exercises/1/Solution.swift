import Foundation

// One way to do it.

final class Download: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  /// All guarded by `lock`.
  private var giveUp: (() -> Void)?
  private var hasBegun = false
  private var isEnding = false
  private var isOver = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  override func start() {
    lock.withLock { hasBegun = true }
    if isCancelled { return finish() }
    let giveUp = connect { _ in self.finish() }
    lock.withLock { self.giveUp = giveUp }
    // If cancel() was called while the transfer began, it found nothing to give up.
    if isCancelled { giveUp() }
  }

  override func cancel() {
    super.cancel()
    // If it still waits in a queue, start() finishes it.
    guard lock.withLock({ hasBegun }) else { return }
    lock.withLock { giveUp }?()
    finish()
  }

  private func finish() {
    let isFirst = lock.withLock {
      defer { isEnding = true }
      return !isEnding
    }
    guard isFirst else { return }
    // On Linux, a dependency that finishes later would call this operation, which may be gone by then.
    dependencies.forEach(removeDependency)
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
