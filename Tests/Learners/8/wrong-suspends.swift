// misses: spares-queue
import Foundation

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let one = BlockOperation(block: first)
  one.completionBlock = { queue.isSuspended = false }
  queue.addOperation(one)
  queue.isSuspended = true
  queue.addOperation(second)
}
