// misses: announces-executing
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private var executing = false
  private var finished = false
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }
  override func start() {
    willChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isExecuting")
    lock.withLock { executing = true }
    begin {
      self.lock.withLock { self.executing = false }
      self.willChangeValue(forKey: "isExecuting")
      self.didChangeValue(forKey: "isExecuting")
      self.lock.withLock { self.finished = true }
      self.willChangeValue(forKey: "isFinished")
      self.didChangeValue(forKey: "isFinished")
    }
  }

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
}
