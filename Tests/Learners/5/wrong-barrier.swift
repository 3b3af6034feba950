// misses: spares-queue
import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  queue.addOperation(left)
  queue.addOperation(right)
  queue.addBarrierBlock(done)
}
