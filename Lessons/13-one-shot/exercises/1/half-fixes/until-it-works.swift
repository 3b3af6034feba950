import Foundation

// HALF-FIX on purpose: it is not tried again.

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation(
    BlockOperation {
      _ = attempt()
    })
}
