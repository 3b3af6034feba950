import Foundation

// HALF-FIX on purpose: the queue is not held back any more.

func runTogether(_ pieces: [() -> Void], prepare: () -> Void, in queue: OperationQueue) {
  for piece in pieces {
    queue.addOperation(BlockOperation(block: piece))
    prepare()
  }
  queue.waitUntilAllOperationsAreFinished()
}
