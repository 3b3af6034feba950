import Foundation

/// BROKEN ON PURPOSE: when cancelled, `start()` returns without finishing.
///
/// make: `ReturnsWhenCancelled(work: probe.begin)`
/// breaks: cancel-before-start "start() left it unfinished", cancel-before-enqueue,
///   cancel-while-queued, cancel-ignores-dependencies
/// undecided: completion-block-once, is-released, survives-races
final class ReturnsWhenCancelled: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return }  // BROKEN: the queue waits for isFinished.
    super.start()
  }
}

/// BROKEN ON PURPOSE: the same, and it never says that it is executing.
///
/// make: `ReturnsAndNeverExecutes(work: probe.begin)`
/// breaks: cancel-before-start "start() left it unfinished", cancel-before-enqueue,
///   cancel-while-queued, cancel-ignores-dependencies, executing-while-working
/// undecided: completion-block-once, is-released, survives-races
/// varies: works-once
final class ReturnsAndNeverExecutes: LockOperation, @unchecked Sendable {
  override var isExecuting: Bool { false }  // BROKEN: not while it works.

  override func start() {
    if isCancelled { return }  // BROKEN: the queue waits for isFinished.
    super.start()
  }
}

/// BROKEN ON PURPOSE: `start()` never checks `isCancelled`.
///
/// make: `WorksThoughCancelled(work: probe.begin)`
/// breaks: cancel-before-start "did its work although it was cancelled", cancel-before-enqueue,
///   cancel-while-queued
final class WorksThoughCancelled: LockOperation, @unchecked Sendable {
  override func start() {
    // BROKEN: no check of isCancelled.
    guard set(isExecuting: true, isFinished: false) else { return }
    work { self.finish() }
  }
}

/// BROKEN ON PURPOSE: it needs the queue that runs it for its last step.
///
/// make: `FinishesWithItsQueue(work: probe.begin)`
/// breaks: completes-by-hand "started by hand, it never finished"
/// undecided: finish-is-announced, survives-races
final class FinishesWithItsQueue: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    let queue = OperationQueue.current
    guard set(isExecuting: true, isFinished: false) else { return }
    // BROKEN: there is no queue when it is started by hand.
    work { if queue != nil { self.finish() } }
  }
}

/// BROKEN ON PURPOSE: when cancelled before it is started by hand, it does its work.
///
/// make: `AsksOnlyInAQueue(work: probe.begin)`
/// breaks: cancel-before-start "did its work although it was cancelled"
final class AsksOnlyInAQueue: LockOperation, @unchecked Sendable {
  override func start() {
    // BROKEN: it was "tested" in a queue only.
    if OperationQueue.current != nil, isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work { self.finish() }
  }
}

/// BROKEN ON PURPOSE: `start()` blocks until the work ends, though `isAsynchronous` is true.
///
/// make: `BlocksItsStarter(work: probe.begin)`
/// breaks: asynchronous-start-returns "only when the work was over"
final class BlocksItsStarter: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let isOver = DispatchSemaphore(value: 0)
    work { isOver.signal() }
    isOver.wait()  // BROKEN: isAsynchronous is true.
    finish()
  }
}

/// BROKEN ON PURPOSE: `isAsynchronous` is true, and `start()` is Foundation's.
///
/// make: `OnlySaysAsynchronous { probe.run() }`
/// breaks: asynchronous-start-returns "only when the work was over"
final class OnlySaysAsynchronous: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override var isAsynchronous: Bool { true }  // BROKEN: main() blocks until the work ends.
  override func main() { body() }
}
