import Foundation

// HALF-FIX on purpose: nobody waits any more.

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  queue.addOperation(
    BlockOperation {
      for part in parts { queue.addOperation(BlockOperation(block: part)) }
      done()
    })
}
