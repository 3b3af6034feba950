import Foundation

// Wait without standing in the way.
//
// The queue has a width of 1. loadParts puts one operation into it, which adds the parts to the
// same queue, waits until they are all loaded, and then says that it is done. It is never done.
//
// Mend it: the parts are loaded, then comes done, and loadParts comes back at once.

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  queue.addOperation(
    BlockOperation {
      for part in parts { queue.addOperation(BlockOperation(block: part)) }
      queue.waitUntilAllOperationsAreFinished()
      done()
    })
}
