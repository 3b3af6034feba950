import Foundation

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  guard let part = parts.first else { return done() }
  let operation = BlockOperation(block: part)
  operation.completionBlock = { loadParts(Array(parts.dropFirst()), then: done, in: queue) }
  queue.addOperation(operation)
}
