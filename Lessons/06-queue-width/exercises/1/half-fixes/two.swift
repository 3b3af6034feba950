import Foundation

// HALF-FIX on purpose: one at a time.

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  for file in files {
    queue.addOperation(BlockOperation(block: file))
  }
}
