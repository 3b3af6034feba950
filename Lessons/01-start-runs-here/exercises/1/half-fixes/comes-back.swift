import Foundation

// HALF-FIX on purpose: the main thread waits for the other one.

func loadPicture(_ load: @escaping () -> Void) {
  let queue = OperationQueue()
  queue.addOperation(BlockOperation(block: load))
  queue.waitUntilAllOperationsAreFinished()
}
