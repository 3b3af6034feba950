import Foundation

/// BROKEN ON PURPOSE: whoever asks whether it is cancelled takes the answer away.
///
/// make: `GivesItsAnswerAway(work: probe.begin)`
final class GivesItsAnswerAway: LockOperation, @unchecked Sendable {
  private var isStopped = false

  override var isCancelled: Bool {
    lock.withLock {
      defer { isStopped = false }  // BROKEN: the next one who asks hears "no".
      return isStopped
    }
  }

  override func cancel() {
    lock.withLock { isStopped = true }
    super.cancel()
  }
}

/// BROKEN ON PURPOSE: to ask whether it is executing makes it so.
///
/// make: `ExecutesWhenAsked(work: probe.begin)`
final class ExecutesWhenAsked: LockOperation, @unchecked Sendable {
  private var isAsked = false

  override var isExecuting: Bool {
    lock.withLock {
      defer { isAsked.toggle() }  // BROKEN: an answer must change nothing.
      return flags.isExecuting && isAsked
    }
  }
}
