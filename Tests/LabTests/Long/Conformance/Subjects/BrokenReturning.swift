import Foundation

/// BROKEN ON PURPOSE: `cancel()` waits until the work ends.
///
/// make: `CancelWaitsForTheEnd(work: probe.begin)`
/// breaks: cancel-returns "did not come back"
final class CancelWaitsForTheEnd: LockOperation, @unchecked Sendable {
  private let isOver = NSCondition()

  override func cancel() {
    super.cancel()
    isOver.withLock {
      while isExecuting { isOver.wait() }  // BROKEN: as long as the work takes.
    }
  }

  override func finish() {
    super.finish()
    isOver.withLock { isOver.broadcast() }
  }
}

/// BROKEN ON PURPOSE: `cancel()` and the work take turns on a serial queue.
///
/// make: `CancelSharesTheWorksQueue { probe.run() }`
/// breaks: cancel-returns "did not come back"
final class CancelSharesTheWorksQueue: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void
  private let turns = DispatchQueue(label: "turns")
  private var isAskedToStop = false

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    turns.sync { body() }
  }

  override func cancel() {
    super.cancel()
    turns.sync { isAskedToStop = true }  // BROKEN: it is the work's turn.
  }
}
