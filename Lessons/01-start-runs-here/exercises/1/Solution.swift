import Foundation

// One way to do it.

func loadPicture(_ load: @escaping () -> Void) {
  // The queue calls start() on a thread of a pool. It stays alive as long as it has something to
  // do, so a local variable is enough.
  let queue = OperationQueue()
  queue.addOperation(BlockOperation(block: load))
}
