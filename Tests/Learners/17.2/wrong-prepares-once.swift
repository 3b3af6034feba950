import Foundation

func runTogether(_ pieces: [() -> Void], prepare: () -> Void, in queue: OperationQueue) {
  queue.isSuspended = true
  for piece in pieces { queue.addOperation(piece) }
  prepare()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}
