import Foundation

// One way to do it.

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let one = BlockOperation(block: first)
  let two = BlockOperation(block: second)
  // Only a dependency makes an order. A priority chooses among ready operations when a slot is free.
  two.addDependency(one)
  queue.addOperations([one, two], waitUntilFinished: false)
}
