// Article E's concurrent operation in plain Foundation, cancelled before it starts.
import Foundation

final class CHOperation: Operation, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var hasFinished = false

  override func start() {
    lock.lock()
    if isCancelled {
      print("start() sees that it was cancelled")
    } else if isReady {
      print("start() works")
      hasFinished = true
    }
    lock.unlock()
    returned.signal()
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { hasFinished } }
}

let (returned, nextRan) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
queue.isSuspended = true
let first = CHOperation()
queue.addOperation(first)
queue.addOperation { nextRan.signal() }
first.cancel()
queue.isSuspended = false

returned.wait()
// next gets a second to start.
print("next starts: \(nextRan.wait(timeout: .now() + 1) == .success)")
print("first cancelled: \(first.isCancelled), finished: \(first.isFinished)")
print("in the queue: \(queue.operationCount)")
exit(0)
