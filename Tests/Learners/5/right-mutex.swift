import Foundation
import Synchronization

private final class Countdown: Sendable {
  private let left = Mutex(2)
  func isLast() -> Bool {
    left.withLock {
      $0 -= 1
      return $0 == 0
    }
  }
}

func develop(
  left: @escaping () -> Void, right: @escaping () -> Void, done: @escaping () -> Void,
  in queue: OperationQueue
) {
  let countdown = Countdown()
  for half in [left, right] {
    queue.addOperation {
      half()
      if countdown.isLast() { queue.addOperation(done) }
    }
  }
}
