import Foundation

// One way to do it.

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  let end = BlockOperation(block: done)
  let operations = parts.map { BlockOperation(block: $0) }
  // A dependency waits without a thread and without a slot.
  operations.forEach(end.addDependency)
  queue.addOperations(operations + [end], waitUntilFinished: false)
}
