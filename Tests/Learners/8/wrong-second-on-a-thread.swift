// misses: in-queue
import Foundation

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  let one = BlockOperation(block: first)
  queue.addOperation(one)
  Thread.detachNewThread {
    one.waitUntilFinished()
    second()
  }
}
