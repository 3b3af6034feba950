// misses: world undisturbed
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private var executing = true
  private var finished = false
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }
  private func change(_ key: String, _ step: () -> Void) {
    willChangeValue(forKey: key)
    lock.withLock(step)
    didChangeValue(forKey: key)
  }
  override func start() {
    change("isExecuting") { executing = true }
    begin {
      self.change("isExecuting") { self.executing = false }
      self.change("isFinished") { self.finished = true }
    }
  }

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
}
