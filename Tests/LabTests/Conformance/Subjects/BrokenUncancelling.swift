import Foundation

/// Keeps the flag of its cancellation itself.
class KeepsItsFlag: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  var isStopped = false

  override var isCancelled: Bool { lock.withLock { isStopped } }

  override func cancel() {
    lock.withLock { if !flags.isFinished { isStopped = true } }
    super.cancel()
  }
}

/// BROKEN ON PURPOSE: its end wipes out that it was cancelled.
///
/// make: `ClearsItsFlagAtTheEnd(work: probe.begin)`
final class ClearsItsFlagAtTheEnd: KeepsItsFlag, @unchecked Sendable {
  override func finish() {
    lock.withLock { isStopped = false }  // BROKEN: whoever looks afterwards takes it for done.
    super.finish()
  }
}

/// BROKEN ON PURPOSE: its start begins with everything as new.
///
/// make: `ClearsItsFlagAtTheStart(work: probe.begin)`
final class ClearsItsFlagAtTheStart: KeepsItsFlag, @unchecked Sendable {
  override func start() {
    let wasStopped = isCancelled
    lock.withLock { isStopped = false }  // BROKEN: somebody has asked for it.
    if wasStopped { return finish() }
    super.start()
  }
}
