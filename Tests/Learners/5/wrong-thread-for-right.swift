// misses: in-queue
import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let halves = BlockOperation {
    Thread.detachNewThread(right)
    left()
  }
  let end = BlockOperation(block: done)
  end.addDependency(halves)
  queue.addOperations([halves, end], waitUntilFinished: false)
}
