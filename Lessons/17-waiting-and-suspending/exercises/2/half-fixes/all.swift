import Foundation

// HALF-FIX on purpose: it does not wait for the pieces any more.

func runTogether(_ pieces: [() -> Void], prepare: () -> Void, in queue: OperationQueue) {
  queue.isSuspended = true
  for piece in pieces {
    queue.addOperation(BlockOperation(block: piece))
    prepare()
  }
  queue.isSuspended = false
}
