final class Index: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false
  override func start() {
    lock.lock()
    willChangeValue(forKey: "isFinished")
    isOver = true
    didChangeValue(forKey: "isFinished")
    lock.unlock()
    returned.signal()
  }
  override var isFinished: Bool { lock.withLock { isOver } }
}

let returned = DispatchSemaphore(value: 0)
let queue = OperationQueue()
queue.addOperation(Index())
print("start() returns: \(returned.wait(timeout: .now() + 1) == .success)")
exit(0)
