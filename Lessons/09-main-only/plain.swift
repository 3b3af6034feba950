// Article A's first subclass in plain Foundation: it overrides only main().
import Foundation

final class TestOperation: Operation, @unchecked Sendable {
  override func main() {
    print("\(name!) works, executing: \(isExecuting), main thread: \(Thread.isMainThread)")
  }
}

let completed = DispatchSemaphore(value: 0)
func makeOperation(_ name: String) -> TestOperation {
  let operation = TestOperation()
  operation.name = name
  return operation
}

// The article calls main() directly. Its lines with start() and with the queue are comments.
let called = makeOperation("called")
called.main()
print("called finished: \(called.isFinished)")

let started = makeOperation("started")
started.start()
print("started finished: \(started.isFinished)")

let queued = makeOperation("queued")
queued.completionBlock = { completed.signal() }
let queue = OperationQueue()
queue.addOperation(queued)
queue.waitUntilAllOperationsAreFinished()
print("queued finished: \(queued.isFinished), in the queue: \(queue.operationCount)")
print("its completion block runs: \(completed.wait(timeout: .now() + 2) == .success)")
