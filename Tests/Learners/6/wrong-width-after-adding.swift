// misses: not-more
import Foundation

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  for file in files { queue.addOperation(BlockOperation(block: file)) }
  queue.maxConcurrentOperationCount = 2
}
