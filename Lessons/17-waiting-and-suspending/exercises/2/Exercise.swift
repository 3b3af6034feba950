import Foundation

// Suspend a queue, and resume it.
//
// The pieces should begin together, when everything is prepared. So the queue is suspended, the
// pieces are added, and prepare is called after each of them. Then the queue is resumed, and
// runTogether waits until each piece is done. All the lines are here, but two of them are in the
// wrong order.

func runTogether(_ pieces: [() -> Void], prepare: () -> Void, in queue: OperationQueue) {
  queue.isSuspended = true
  for piece in pieces {
    queue.addOperation(BlockOperation(block: piece))
    prepare()
  }
  queue.waitUntilAllOperationsAreFinished()
  queue.isSuspended = false
}
