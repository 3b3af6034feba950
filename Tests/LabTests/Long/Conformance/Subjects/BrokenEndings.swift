import Foundation

/// BROKEN ON PURPOSE: when cancelled while it runs, it drops its user's completion block.
///
/// make: `DropsItsBlockWhenCancelled(work: probe.begin)`
/// breaks: completion-block-once "never ran, when it was cancelled"
/// undecided: survives-races
final class DropsItsBlockWhenCancelled: LockOperation, @unchecked Sendable {
  override func cancel() {
    super.cancel()
    if isExecuting { completionBlock = nil }  // BROKEN: its user waits for it.
  }
}

/// BROKEN ON PURPOSE: when its work fails, it drops its user's completion block.
///
/// make: `DropsItsBlockWhenItFails(delivery: probe.result)`
/// breaks: completion-block-once "never ran, when its work had failed"
final class DropsItsBlockWhenItFails: Delivering, @unchecked Sendable {
  override func end(_ result: Result<Void, any Error>) {
    if case .failure = result { completionBlock = nil }  // BROKEN: it finishes anyway.
    finish()
  }
}

/// BROKEN ON PURPOSE: it finishes only with a result.
///
/// make: `KeepsQuietWhenItFails(delivery: probe.result)`
/// breaks: completes-in-a-queue "still in queue: ready executing", completes-by-hand,
///   cancel-while-running
/// varies: frees-its-slot, finish-is-announced, completion-block-once, is-released
/// undecided: survives-races
final class KeepsQuietWhenItFails: Delivering, @unchecked Sendable {
  override func end(_ result: Result<Void, any Error>) {
    if case .success = result { finish() }  // BROKEN: a failure is an end, too.
  }
}

/// BROKEN ON PURPOSE: it ignores the error with which a cancelled transfer ends.
///
/// make: `KeepsQuietWhenCancelled(delivery: probe.result)`
/// breaks: cancel-while-running "cancelled and its work had failed"
final class KeepsQuietWhenCancelled: Delivering, @unchecked Sendable {
  override func end(_ result: Result<Void, any Error>) {
    if case .failure = result, isCancelled { return }  // BROKEN: it never finishes.
    finish()
  }
}

/// BROKEN ON PURPOSE: when cancelled in the pause after a failure, it neither tries again nor
/// finishes.
///
/// make: `GivesUpInThePause(delivery: probe.result)`
/// breaks: cancel-while-running "nor when it was cancelled then"
class GivesUpInThePause: Delivering, @unchecked Sendable {
  /// Guarded by `lock`.
  fileprivate var hasTriedAgain = false

  override func end(_ result: Result<Void, any Error>) {
    let isFirst = lock.withLock {
      defer { hasTriedAgain = true }
      return !hasTriedAgain
    }
    guard case .failure = result, isFirst, !isCancelled else { return finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) {
      if self.isCancelled { return }  // BROKEN: it never finishes.
      self.delivery { self.end($0) }
    }
  }
}

/// BROKEN ON PURPOSE: the same, but `cancel()` comes after the pause, as on a busy machine.
///
/// make: `IsCancelledTooLate(delivery: probe.result)`
/// undecided: cancel-while-running "it went on before it could be cancelled"
/// varies: survives-races
final class IsCancelledTooLate: GivesUpInThePause, @unchecked Sendable {
  override func cancel() {
    // BROKEN: it holds up the caller.
    if lock.withLock({ hasTriedAgain }) { waitUntilFinished() }
    super.cancel()
  }
}

/// BROKEN ON PURPOSE: operations that have failed are kept, for a second try that never comes.
///
/// make: `IsKeptWhenItFails(delivery: probe.result)`
/// breaks: is-released "when its work had failed"
final class IsKeptWhenItFails: Delivering, @unchecked Sendable {
  private static let failed = KeptOperations()

  override func end(_ result: Result<Void, any Error>) {
    if case .failure = result { Self.failed.add(self) }  // BROKEN: it is never removed.
    finish()
  }
}

/// BROKEN ON PURPOSE: operations that were stopped in the middle are kept, to be resumed.
///
/// make: `IsKeptWhenStopped(work: probe.begin)`
/// breaks: is-released "when it was cancelled"
final class IsKeptWhenStopped: LockOperation, @unchecked Sendable {
  private static let stopped = KeptOperations()

  override func cancel() {
    super.cancel()
    if isExecuting { Self.stopped.add(self) }  // BROKEN: it is never removed.
  }
}

/// A list of operations that keeps them forever.
final class KeptOperations: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [Operation] = []

  func add(_ operation: Operation) { lock.withLock { all.append(operation) } }
}
