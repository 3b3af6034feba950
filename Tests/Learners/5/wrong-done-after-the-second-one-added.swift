// misses: after
import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  queue.addOperation(left)
  let other = BlockOperation(block: right)
  other.completionBlock = { queue.addOperation(done) }
  queue.addOperation(other)
}
