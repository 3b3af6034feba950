import Foundation

final class Load: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  private var isOver = false
  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) { self.connect = connect }
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }
  private func attempt(_ isLast: Bool) {
    _ = connect { isWell in
      if isWell || isLast { self.finish() } else { self.attempt(true) }
    }
  }
  override func start() { isCancelled ? finish() : attempt(false) }
}
