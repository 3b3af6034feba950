// A queue has an underlyingQueue. A barrier block is added to it while it is empty, and then an operation.
// Documented: addBarrierBlock(_:) "executes the block when the operation queue finishes all enqueued operations,
// and prevents any subsequent operations from starting until the barrier has completed",
// https://developer.apple.com/documentation/foundation/operationqueue/addbarrierblock(_:)
import Foundation

let queue = OperationQueue()
let threads = DispatchQueue(label: "threads", attributes: .concurrent)
queue.underlyingQueue = threads
let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
queue.addBarrierBlock { mayEnd.wait() }
queue.addOperation { began.signal() }

let isOvertaken = began.wait(timeout: .now() + 1) == .success
mayEnd.signal()
print("documented: the operation begins after the barrier block")
print("seen: \(isOvertaken ? "it begins while the block runs" : "the same")")
exit(isOvertaken ? 1 : 0)
