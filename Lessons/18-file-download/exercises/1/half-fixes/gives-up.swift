import Foundation

// HALF-FIX on purpose: it is finished, and its transfer goes on.

final class Download: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  /// All guarded by `lock`.
  private var giveUp: (() -> Void)?
  private var hasBegun = false
  private var isOver = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  override func start() {
    lock.withLock { hasBegun = true }
    if isCancelled { return finish() }
    let giveUp = connect { _ in self.finish() }
    lock.withLock { self.giveUp = giveUp }
    if isCancelled { giveUp() }
  }

  override func cancel() {
    super.cancel()
    guard lock.withLock({ hasBegun }) else { return }
    finish()
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    let isFirst = lock.withLock {
      defer { isOver = true }
      return !isOver
    }
    if isFirst { didChangeValue(forKey: "isFinished") }
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
