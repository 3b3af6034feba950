import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private var executing = false
  private var finished = false
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }
  override func start() {
    lock.withLock { executing = true }
    begin {
      self.willChangeValue(forKey: "isFinished")
      self.lock.withLock {
        self.executing = false
        self.finished = true
      }
      self.didChangeValue(forKey: "isFinished")
    }
  }

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
}
