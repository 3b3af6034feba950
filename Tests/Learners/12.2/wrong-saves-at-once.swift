// misses: then-saves
import Foundation

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  queue.cancelAllOperations()
  (save as? BlockOperation)?.executionBlocks.forEach { $0() }
}
