import Foundation

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  guard let part = parts.first else { return queue.addOperation(done) }
  let first = BlockOperation(block: part)
  first.completionBlock = { loadParts(Array(parts.dropFirst()), then: done, in: queue) }
  queue.addOperation(first)
}
