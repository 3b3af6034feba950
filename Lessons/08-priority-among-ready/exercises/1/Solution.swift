import Foundation

// One way to do it.

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let one = BlockOperation(block: first)
  let two = BlockOperation(block: second)
  // Order is made by dependencies. A priority only chooses among those that are ready when a slot
  // becomes free.
  two.addDependency(one)
  queue.addOperations([one, two], waitUntilFinished: false)
}
