// Article C's operation in plain Foundation: start() prints its thread and never reports isFinished.
import Foundation

final class SilentOperation: Operation, @unchecked Sendable {
  override func start() {
    print("an operation starts, main thread: \(Thread.isMainThread)")
    started.signal()
  }
}

let started = DispatchSemaphore(value: 0)
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 2
let operations = (1...10).map { number in
  let operation = SilentOperation()
  operation.name = "op\(number)"
  return operation
}
for operation in operations { queue.addOperation(operation) }

// The first two start at once. A third one gets a second to start, and does not.
started.wait()
started.wait()
print("a third one starts: \(started.wait(timeout: .now() + 1) == .success)")
print("in the queue: \(queue.operationCount)")
for operation in operations where ["op1", "op3"].contains(operation.name) {
  print("\(operation.name!) ready: \(operation.isReady), finished: \(operation.isFinished)")
}
exit(0)
