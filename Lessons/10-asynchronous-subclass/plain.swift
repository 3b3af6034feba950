// A correct asynchronous operation in plain Foundation. It prints its states as article A does.
import Foundation

final class MyOperation: Operation, @unchecked Sendable {
  private enum State { case waiting, executing, finished }
  private let lock = NSLock()
  private var state = State.waiting

  override func start() {
    if isCancelled {
      // On Linux, a dependency that still runs would call this operation, which may be gone by then.
      dependencies.forEach(removeDependency)
      super.cancel()  // Counts anew. On Linux a removed one that has finished counts as -1.
      return finish()
    }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { state = .executing }
    didChangeValue(forKey: "isExecuting")
    Thread.detachNewThread { self.main() }
    started.signal()
  }

  override func main() {
    mayEnd.wait()
    finish()
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    lock.withLock { state = .finished }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}

let (started, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
let queue = OperationQueue()
let operation = MyOperation()
queue.addOperation(operation)
started.wait()
printStates("start() was called")
mayEnd.signal()
queue.waitUntilAllOperationsAreFinished()
printStates("the work has ended")

func printStates(_ when: String) {
  let count = queue.operationCount
  print("\(when): executing \(operation.isExecuting), finished \(operation.isFinished), \(count) left")
}
