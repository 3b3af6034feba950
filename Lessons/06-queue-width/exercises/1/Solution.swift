import Foundation

// One way to do it.

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  // The width counts the operations of this queue that are not finished. One queue for all files,
  // or they would not be counted together.
  queue.maxConcurrentOperationCount = 2
  for file in files {
    queue.addOperation(BlockOperation(block: file))
  }
}
