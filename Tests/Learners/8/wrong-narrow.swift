// misses: spares-queue
import Foundation

func send(
  _ first: @escaping () -> Void, then second: @escaping () -> Void, in queue: OperationQueue
) {
  queue.maxConcurrentOperationCount = 1
  queue.addOperation(first)
  queue.addOperation(second)
}
