// A barrier block is put into a queue that is empty and suspended.
// Expected: it waits until the queue is resumed. The documentation says that a suspended queue starts
// no operations. It does not mention barrier blocks,
// https://developer.apple.com/documentation/foundation/operationqueue/issuspended
import Foundation

let queue = OperationQueue()
let hasRun = DispatchSemaphore(value: 0)
queue.isSuspended = true
queue.addBarrierBlock { hasRun.signal() }

let ranAtOnce = hasRun.wait(timeout: .now() + 1) == .success
queue.isSuspended = false
let ranLater = ranAtOnce || hasRun.wait(timeout: .now() + 1) == .success
let seen = ranAtOnce ? "it ran in the suspended queue" : ranLater ? "the same" : "it never ran"
print("expected: the block runs when the queue is not suspended any more")
print("seen: \(seen)")
exit(!ranAtOnce && ranLater ? 0 : 1)
