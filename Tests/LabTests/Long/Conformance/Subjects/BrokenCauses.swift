import Foundation

/// BROKEN ON PURPOSE: it puts its parts into the queue that it is in, and waits for them.
///
/// make: `WaitsForItsOwnQueue { probe.run() }`
final class WaitsForItsOwnQueue: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override func main() {
    guard !isCancelled, let queue = OperationQueue.current else { return body() }
    let part = BlockOperation(block: body)
    queue.addOperation(part)
    part.waitUntilFinished()  // BROKEN: it keeps the slot that the part needs.
  }
}

/// BROKEN ON PURPOSE: it may be deallocated when its work calls back.
///
/// make: `IsGoneWhenItsWorkEnds(work: probe.begin)`
final class IsGoneWhenItsWorkEnds: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work { [unowned self] in finish() }  // BROKEN: when cancelled, it finishes first.
  }

  override func cancel() {
    super.cancel()
    if isExecuting { finish() }
  }
}
