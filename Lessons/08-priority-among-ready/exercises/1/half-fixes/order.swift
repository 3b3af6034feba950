import Foundation

// HALF-FIX on purpose: the wrong way round.

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let one = BlockOperation(block: first)
  let two = BlockOperation(block: second)
  one.addDependency(two)
  queue.addOperations([one, two], waitUntilFinished: false)
}
