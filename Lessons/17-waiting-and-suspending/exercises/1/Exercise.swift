import Foundation

// Wait without holding the slot.
//
// The queue has a width of 1. loadParts puts one operation into it, which adds the parts to the
// same queue, waits until they are all loaded, and then calls done. That never happens.
//
// Mend it: the parts are loaded in the queue, one at a time and each once. Then done is called once.
// loadParts returns at once, before the parts are loaded. The queue keeps its width of 1.

func loadParts(_ parts: [() -> Void], then done: @escaping () -> Void, in queue: OperationQueue) {
  queue.addOperation(
    BlockOperation {
      for part in parts { queue.addOperation(BlockOperation(block: part)) }
      queue.waitUntilAllOperationsAreFinished()
      done()
    })
}
