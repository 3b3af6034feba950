import Foundation

// The second message after the first.
//
// send adds two messages to a queue that may run several operations at once. The first has a very
// high priority, but the second is sent at the same time.
//
// Mend it: the second begins only after the first is sent, and send returns at once. Each is sent
// once, in the caller's queue. The caller has other operations in the queue: do not delay them.

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let one = BlockOperation(block: first)
  let two = BlockOperation(block: second)
  one.queuePriority = .veryHigh
  two.queuePriority = .veryLow
  queue.addOperations([one, two], waitUntilFinished: false)
}
