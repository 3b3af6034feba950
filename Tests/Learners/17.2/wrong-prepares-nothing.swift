// misses: together
import Foundation

func runTogether(_ pieces: [() -> Void], prepare: () -> Void, in queue: OperationQueue) {
  queue.isSuspended = true
  pieces.forEach { queue.addOperation(BlockOperation(block: $0)) }
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}
