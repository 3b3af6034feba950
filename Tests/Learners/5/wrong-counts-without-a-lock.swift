// misses: data race
import Foundation

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  var count = 0
  for half in [left, right] {
    queue.addOperation {
      half()
      count += 1
      if count == 2 { queue.addOperation(done) }
    }
  }
}
