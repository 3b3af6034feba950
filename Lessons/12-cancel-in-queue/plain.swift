// Article C's cancelled operation in plain Foundation: its queue still calls start().
import Foundation

final class Download: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var hasFinished = false

  override func start() {
    print("\(name!) starts, cancelled: \(isCancelled), main thread: \(Thread.isMainThread)")
    willChangeValue(forKey: "isFinished")
    lock.withLock { hasFinished = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isFinished: Bool { lock.withLock { hasFinished } }
}

let (working, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
let first = BlockOperation {
  working.signal()
  mayEnd.wait()
}
let second = Download()
second.name = "second"
let third = BlockOperation { print("third runs") }

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
for operation in [first, second, third] { queue.addOperation(operation) }
working.wait()
second.cancel()
print("second cancelled: \(second.isCancelled), finished: \(second.isFinished)")
print("second in the queue: \(queue.operations.contains(second))")
mayEnd.signal()
queue.waitUntilAllOperationsAreFinished()
print("second in the queue: \(queue.operations.contains(second))")
