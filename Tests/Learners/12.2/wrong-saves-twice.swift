// misses: saves-once
import Foundation

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  pictures.forEach { $0.cancel() }
  queue.addOperation { (save as? BlockOperation)?.executionBlocks.forEach { $0() } }
}
