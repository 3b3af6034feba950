import Foundation

// Pull to refresh, again and again.
//
// When the user pulls the list down, pull lets the queue call refresh. The first pull works. The second
// one ends the process.
//
// Mend it: each pull begins a refresh in the queue, unless one waits in the queue or is under way. Then
// the pull does nothing. Any thread may call pull, also two at the same time, and it returns at once. A
// refresh that waits may be cancelled: the next pull begins a new one.

/// Refreshes a list when the user pulls it down.
final class Refresher: @unchecked Sendable {
  private let queue: OperationQueue
  private let operation: Operation

  init(refresh: @escaping () -> Void, queue: OperationQueue) {
    self.queue = queue
    operation = BlockOperation(block: refresh)
  }

  func pull() {
    if operation.isExecuting { return }
    queue.addOperation(operation)
  }
}
