import Foundation

// One way to do it.

func runTogether(_ pieces: [() -> Void], prepare: () -> Void, in queue: OperationQueue) {
  queue.isSuspended = true
  for piece in pieces {
    queue.addOperation(BlockOperation(block: piece))
    prepare()
  }
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}
