import Foundation

// One way to do it.

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  // An operation runs once. A new attempt needs a new operation.
  queue.addOperation(
    BlockOperation {
      if !attempt() { upload(attempt, in: queue) }
    })
}
