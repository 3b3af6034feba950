import Foundation

// One way to do it.

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  // An operation is good for one run. A new attempt is a new operation that does the same.
  queue.addOperation(
    BlockOperation {
      if !attempt() { upload(attempt, in: queue) }
    })
}
