// misses: in-queue
import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  DispatchQueue.global().async {
    DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? left() : right() }
    queue.addOperation(done)
  }
}
