import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let lock = NSLock()
  var left_ = 2
  for half in [left, right] {
    queue.addOperation {
      half()
      let isLast = lock.withLock {
        left_ -= 1
        return left_ == 0
      }
      if isLast { queue.addOperation(done) }
    }
  }
}
