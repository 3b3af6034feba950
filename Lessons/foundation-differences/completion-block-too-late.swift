// A cancelled operation, and its completion block.
// Documented: "a finished (or canceled) operation is still given a chance to execute its completion
// block before it is removed from the queue",
// https://developer.apple.com/documentation/foundation/operationqueue/cancelalloperations()
import Foundation

let queue = OperationQueue()
queue.isSuspended = true
let (hasBegun, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
let operation = BlockOperation {}
operation.completionBlock = {
  hasBegun.signal()
  mayReturn.wait()
}
queue.addOperation(operation)
queue.cancelAllOperations()
queue.isSuspended = false

// The block runs and waits. Is the operation removed from the queue meanwhile?
let begins = hasBegun.wait(timeout: .now() + 2) == .success
let deadline = Date(timeIntervalSinceNow: 1)
while queue.operationCount > 0, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
let isHeld = begins && queue.operationCount > 0
mayReturn.signal()
print("documented: the operation is in its queue until its completion block has run")
print(
  "seen: \(isHeld ? "the same" : begins ? "it left while its block ran" : "the block did not run")")
exit(isHeld ? 0 : 1)
