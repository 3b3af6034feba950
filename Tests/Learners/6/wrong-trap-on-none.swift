// misses: traps
import Foundation

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  for number in 1...files.count {
    queue.addOperation(BlockOperation(block: files[number - 1]))
  }
}
