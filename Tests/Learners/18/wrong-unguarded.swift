// misses: data race
import Foundation

/// What connect returns is set when connect has returned, and read without a lock.
final class Download: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  private var isOver = false
  private var giveUp: (() -> Void)?

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  override func start() {
    if isCancelled { return finish() }
    giveUp = connect { _ in self.finish() }
    if isCancelled { giveUp?() }
  }

  override func cancel() {
    super.cancel()
    giveUp?()
  }

  private func finish() {
    let isFirst = lock.withLock {
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return }
    willChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
