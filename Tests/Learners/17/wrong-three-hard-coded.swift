import Foundation

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  let end = BlockOperation(block: done)
  let operations = parts.prefix(3).map { BlockOperation(block: $0) }
  operations.forEach(end.addDependency)
  queue.addOperations(operations + [end], waitUntilFinished: false)
}
