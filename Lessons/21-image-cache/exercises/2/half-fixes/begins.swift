import Foundation
import OperationLab

// HALF-FIX on purpose: the queue is suspended and never goes on.

/// A transfer that counts in its queue until it is over.
final class Transfer: AsyncOperation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(_ begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func work() {
    begin { self.finish() }
  }
}

func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 6
  queue.isSuspended = true
  for begin in transfers {
    queue.addOperation(Transfer(begin))
  }
}
