// An operation that was cancelled before is added to a queue in which a barrier block waits.
// Expected: addOperation(_:) returns. (No page says so in so many words.)
import Foundation

let queue = OperationQueue()
let mayEnd = DispatchSemaphore(value: 0)
queue.addOperation { mayEnd.wait() }
queue.addBarrierBlock {}

let returned = DispatchSemaphore(value: 0)
// On a thread of its own: where the call never returns, only that thread is lost.
Thread.detachNewThread {
  let cancelled = BlockOperation {}
  cancelled.cancel()
  queue.addOperation(cancelled)
  returned.signal()
}
let hasReturned = returned.wait(timeout: .now() + 2) == .success
mayEnd.signal()
print("expected: addOperation(_:) returns")
print("seen: \(hasReturned ? "the same" : "it did not return within 2 s")")
exit(hasReturned ? 0 : 1)
