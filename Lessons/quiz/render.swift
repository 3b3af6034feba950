final class Render: Operation, @unchecked Sendable {
  var isOver = false
  override func start() {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.3)  // The work.
      self.isOver = true
    }
  }
  override var isFinished: Bool { isOver }
}

let begun = DispatchSemaphore(value: 0)
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
queue.addOperation(Render())
queue.addOperation { begun.signal() }
print("the next begins: \(begun.wait(timeout: .now() + 2) == .success)")
exit(0)
