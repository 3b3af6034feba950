// misses: no-transfer
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let address: String?
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private var isOver = false
  init(address: String?, begin: @escaping (@escaping () -> Void) -> Void) {
    self.address = address
    self.begin = begin
  }
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }
  override func start() {
    if isCancelled { return finish() }
    begin { self.finish() }
  }
}
