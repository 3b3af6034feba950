import Foundation

/// BROKEN ON PURPOSE: it puts its parts into the queue that it is in, and waits for them.
///
/// make: `WaitsForItsOwnQueue { probe.run() }`
/// breaks: completes-in-a-queue "holds the slot that they need", cancel-before-work
/// varies: many-at-once
/// undecided: cancel-while-running, cancel-after-finish, cancel-returns,
///   finish-survives-repetition, works-once, does-not-spin, executing-while-working,
///   completion-block-once, frees-its-slot, next-one-runs, is-released
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
/// breaks: is-released "already destroyed"
/// varies: survives-races
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
