// misses: all
import Foundation

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  for file in files + files { queue.addOperation(file) }
}
