import Foundation

/// BROKEN ON PURPOSE: `cancel()` finishes it even while it waits in a queue.
///
/// make: `FinishesWhileQueued(work: probe.begin)`
/// breaks: no-finish-before-start "finished when it was cancelled, and not yet started",
///   cancel-before-enqueue, cancel-while-queued, next-one-runs
/// undecided: ends-not-executing, completion-block-once, is-released, survives-races
final class FinishesWhileQueued: LockOperation, @unchecked Sendable {
  override func cancel() {
    super.cancel()
    finish()  // BROKEN: it has not started yet.
  }
}

/// BROKEN ON PURPOSE: `cancel()` in the enum style sets the one state to "over", queued or not.
///
/// make: `CancelsIntoTheLastState(work: probe.begin)`
/// breaks: no-finish-before-start "finished when it was cancelled, and not yet started",
///   cancel-before-start, cancel-before-enqueue, cancel-while-queued, next-one-runs
/// undecided: ends-not-executing, completion-block-once, is-released, survives-races
/// remarks: works-once
final class CancelsIntoTheLastState: Operation, @unchecked Sendable {
  private enum State: Int { case waiting, executing, over }

  private let work: Work
  private let lock = NSRecursiveLock()
  private var state = State.waiting

  init(work: @escaping Work) {
    self.work = work
  }

  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .over } }

  override func start() {
    if isCancelled { return go(to: .over) }
    go(to: .executing)
    work { self.go(to: .over) }
  }

  override func cancel() {
    if !isExecuting { go(to: .over) }  // BROKEN: it may be waiting in a queue.
    super.cancel()
  }

  private func go(to new: State) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    let hasChanged = lock.withLock {
      guard state.rawValue < new.rawValue else { return false }
      state = new
      return true
    }
    guard hasChanged else { return }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: `cancel()` stops only its own transfer and forgets `super`.
///
/// make: `CancelsWithoutSuper(work: probe.begin)`
/// breaks: cancel-sets-cancelled "isCancelled is still false", cancel-before-start,
///   cancel-before-enqueue, cancel-while-queued, cancel-ignores-dependencies
/// undecided: stays-cancelled
final class CancelsWithoutSuper: LockOperation, @unchecked Sendable {
  private var isTransferStopped = false

  override func cancel() {
    lock.withLock { isTransferStopped = true }  // BROKEN: no super.cancel().
  }
}

/// BROKEN ON PURPOSE: while it runs, `cancel()` only asks its work to stop.
///
/// make: `CancelsOnlyWhatWaits(work: probe.begin)`
/// breaks: cancel-sets-cancelled "isCancelled is still false"
/// undecided: stays-cancelled
final class CancelsOnlyWhatWaits: LockOperation, @unchecked Sendable {
  private var isAskedToStop = false

  override func cancel() {
    if isExecuting {
      lock.withLock { isAskedToStop = true }  // BROKEN: isCancelled stays false.
    } else {
      super.cancel()
    }
  }
}

/// BROKEN ON PURPOSE: "cancelled" is one more state, and it replaces "finished".
///
/// make: `CancelsBackFromFinished(work: probe.begin)`
/// breaks: cancel-after-finish "took it back from finished"
/// undecided: survives-races
/// remarks: works-once
final class CancelsBackFromFinished: Operation, @unchecked Sendable {
  private enum State { case waiting, executing, finished, stopped }

  private let work: Work
  private let lock = NSLock()
  private var state = State.waiting

  init(work: @escaping Work) {
    self.work = work
  }

  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    if isCancelled { return go(to: .finished) }
    go(to: .executing)
    work { self.go(to: .finished) }
  }

  override func cancel() {
    let wasOver = isFinished
    super.cancel()
    if isExecuting { return go(to: .finished) }
    if wasOver { go(to: .stopped) }  // BROKEN: finished is final.
  }

  private func go(to new: State) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { if state != .finished || new == .stopped { state = new } }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: `cancel()` reports the end to its user, even after it has ended.
///
/// make: `CompletesAgainWhenCancelled(work: probe.begin)`
/// breaks: cancel-after-finish "once more: completion block"
/// undecided: survives-races
final class CompletesAgainWhenCancelled: LockOperation, @unchecked Sendable {
  override func cancel() {
    let wasOver = isFinished
    super.cancel()
    if wasOver { completionBlock?() }  // BROKEN: the queue has called it already.
  }

  override var completionBlock: (@Sendable () -> Void)? {
    get { lock.withLock { block } }
    set {
      lock.withLock { block = newValue }
      super.completionBlock = newValue
    }
  }

  private var block: (@Sendable () -> Void)?
}

/// BROKEN ON PURPOSE: `cancel()` waits for a worker that is gone once it has finished.
///
/// make: `CancelWaitsForItsWorker(work: probe.begin)`
/// breaks: cancel-after-finish "cancel() never came back"
/// varies: cancel-ignores-dependencies
/// undecided: survives-races
/// note: super.cancel() starts it, and it may finish before any check.
final class CancelWaitsForItsWorker: LockOperation, @unchecked Sendable {
  private let hasHeard = DispatchSemaphore(value: 0)

  override func cancel() {
    super.cancel()
    guard isFinished else { return }
    hasHeard.wait()  // BROKEN: the worker that should signal has ended.
  }
}

/// BROKEN ON PURPOSE: the completion of cancelled work is ignored.
///
/// make: `DropsTheEndWhenCancelled(work: probe.begin)`
/// breaks: cancel-while-running "never finished after it was cancelled"
/// undecided: completion-block-once, is-released, survives-races
final class DropsTheEndWhenCancelled: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work {
      if self.isCancelled { return }  // BROKEN: this path does not finish.
      self.finish()
    }
  }
}

/// BROKEN ON PURPOSE: it stores `isCancelled` itself, so it still waits for its dependencies.
///
/// make: `CancelsBehindFoundationsBack(work: probe.begin)`
/// breaks: cancel-ignores-dependencies "went on waiting"
final class CancelsBehindFoundationsBack: LockOperation, @unchecked Sendable {
  private var isStopped = false

  override var isCancelled: Bool { lock.withLock { isStopped } }
  override func cancel() {
    lock.withLock { isStopped = true }  // BROKEN: no super.cancel().
  }
}

/// BROKEN ON PURPOSE: `cancel()` ends the running operation before it calls `super`, which Foundation
/// ignores then.
///
/// make: `EndsBeforeItIsCancelled(work: probe.begin)`
/// breaks: cancel-sets-cancelled "ended it, and isCancelled is still false"
/// varies: survives-races
final class EndsBeforeItIsCancelled: LockOperation, @unchecked Sendable {
  override func cancel() {
    if isExecuting { finish() }
    super.cancel()  // BROKEN: too late, isCancelled stays false.
  }
}
