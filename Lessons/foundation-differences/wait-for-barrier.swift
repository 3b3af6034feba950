// A barrier block is added to an empty queue, and a thread waits until the queue is empty.
// Expected: the call returns when the block has run. Apple's page speaks of "all of the receiver's queued and
// executing operations",
// https://developer.apple.com/documentation/foundation/operationqueue/waituntilalloperationsarefinished()
import Foundation

let queue = OperationQueue()
let mayEnd = DispatchSemaphore(value: 0)
queue.addBarrierBlock { mayEnd.wait() }

let returned = DispatchSemaphore(value: 0)
Thread.detachNewThread {
  queue.waitUntilAllOperationsAreFinished()
  returned.signal()
}
let isEarly = returned.wait(timeout: .now() + 1) == .success
mayEnd.signal()
print("expected: the call returns after the barrier block")
print("seen: \(isEarly ? "it returns while the block runs" : "the same")")
exit(isEarly ? 1 : 0)
