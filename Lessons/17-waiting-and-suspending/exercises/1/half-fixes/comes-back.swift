import Foundation

// HALF-FIX on purpose: the caller waits instead.

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  let end = BlockOperation(block: done)
  let operations = parts.map { BlockOperation(block: $0) }
  queue.addOperations(operations, waitUntilFinished: true)
  queue.addOperation(end)
}
