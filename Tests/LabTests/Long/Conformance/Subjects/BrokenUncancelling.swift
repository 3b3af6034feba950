import Foundation

/// Stores `isCancelled` itself.
class KeepsItsFlag: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  var isStopped = false

  override var isCancelled: Bool { lock.withLock { isStopped } }

  override func cancel() {
    lock.withLock { if !flags.isFinished { isStopped = true } }
    super.cancel()
  }
}

/// BROKEN ON PURPOSE: it resets `isCancelled` when it finishes.
///
/// make: `ClearsItsFlagAtTheEnd(work: probe.begin)`
/// breaks: stays-cancelled "false again"
final class ClearsItsFlagAtTheEnd: KeepsItsFlag, @unchecked Sendable {
  override func finish() {
    lock.withLock { isStopped = false }  // BROKEN: it then looks successful.
    super.finish()
  }
}

/// BROKEN ON PURPOSE: it resets `isCancelled` when it starts.
///
/// make: `ClearsItsFlagAtTheStart(work: probe.begin)`
/// breaks: stays-cancelled "false again"
final class ClearsItsFlagAtTheStart: KeepsItsFlag, @unchecked Sendable {
  override func start() {
    let wasStopped = isCancelled
    lock.withLock { isStopped = false }  // BROKEN: it was cancelled.
    if wasStopped { return finish() }
    super.start()
  }
}
