// misses: reads-locked
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private var isOver = false
  override func start() { begin { self.finish() } }
  override var isFinished: Bool { isOver }
  private func finish() {
    lock.withLock {
      willChangeValue(forKey: "isFinished")
      isOver = true
    }
    didChangeValue(forKey: "isFinished")
  }

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
}
