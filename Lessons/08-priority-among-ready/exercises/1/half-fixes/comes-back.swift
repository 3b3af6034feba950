import Foundation

// HALF-FIX on purpose: the caller waits for the first message.

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let one = BlockOperation(block: first)
  let two = BlockOperation(block: second)
  queue.addOperations([one], waitUntilFinished: true)
  queue.addOperation(two)
}
