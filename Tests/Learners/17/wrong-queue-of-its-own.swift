// misses: width
import Foundation

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  let own = OperationQueue()
  own.maxConcurrentOperationCount = 1
  for part in parts { own.addOperation(BlockOperation(block: part)) }
  own.addOperation(BlockOperation(block: done))
}
