// misses: not-early
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
  override func start() {
    if isCancelled { return finish() }
    _ = connect { isWell in if isWell { self.finish() } }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { self.finish() }
  }
}
