import Foundation
import OperationLab

// One way to do it.

/// An operation that finishes when its transfer has ended.
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
  for begin in transfers {
    queue.addOperation(Transfer(begin))
  }
}
