import Foundation

/// BROKEN ON PURPOSE: reading `isCancelled` resets it.
///
/// make: `GivesItsAnswerAway(work: probe.begin)`
/// breaks: asking-changes-nothing "answered otherwise", cancel-sets-cancelled,
///   cancel-before-start, cancel-before-enqueue, cancel-while-queued, stays-cancelled
final class GivesItsAnswerAway: LockOperation, @unchecked Sendable {
  private var isStopped = false

  override var isCancelled: Bool {
    lock.withLock {
      defer { isStopped = false }  // BROKEN: the next read is `false`.
      return isStopped
    }
  }

  override func cancel() {
    lock.withLock { isStopped = true }
    super.cancel()
  }
}

/// BROKEN ON PURPOSE: reading `isExecuting` changes it.
///
/// make: `ExecutesWhenAsked(work: probe.begin)`
/// breaks: asking-changes-nothing "answered otherwise"
/// varies: executing-while-working
final class ExecutesWhenAsked: LockOperation, @unchecked Sendable {
  private var isAsked = false

  override var isExecuting: Bool {
    lock.withLock {
      defer { isAsked.toggle() }  // BROKEN: a read must change nothing.
      return flags.isExecuting && isAsked
    }
  }
}
