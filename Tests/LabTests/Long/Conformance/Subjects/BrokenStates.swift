import Foundation

/// BROKEN ON PURPOSE: it is executing from `init` on.
///
/// make: `ExecutingFromBirth(work: probe.begin)`
/// breaks: starts-fresh "already executing", completes-in-a-queue, completes-by-hand,
///   cancel-before-work
/// undecided: cancel-while-running, cancel-after-finish, cancel-returns,
///   no-finish-before-work-ends, finish-is-announced, finish-survives-repetition, works-once,
///   does-not-spin, executing-while-working, completion-block-once, asynchronous-start-returns,
///   frees-its-slot, next-one-runs, is-released, survives-races
final class ExecutingFromBirth: LockOperation, @unchecked Sendable {
  override init(work: @escaping Work) {
    super.init(work: work)
    flags.isExecuting = true  // BROKEN: only start() may set it.
  }
}

/// BROKEN ON PURPOSE: finished means only "not executing".
///
/// make: `FinishedFromBirth(work: probe.begin)`
/// breaks: starts-fresh "already finished", cancel-before-start, cancel-before-enqueue,
///   cancel-while-queued, no-finish-before-start
final class FinishedFromBirth: LockOperation, @unchecked Sendable {
  override var isFinished: Bool { !isExecuting }  // BROKEN: true before the start, too.
}

/// BROKEN ON PURPOSE: `isExecuting` is always false.
///
/// make: `NeverExecuting(work: probe.begin)`
/// breaks: executing-while-working "it was not executing"
final class NeverExecuting: LockOperation, @unchecked Sendable {
  override var isExecuting: Bool { false }  // BROKEN: not while it works.
}

/// BROKEN ON PURPOSE: executing is set when the answer comes, not when the work begins.
///
/// make: `ExecutingTooLate(work: probe.begin)`
/// breaks: executing-while-working "it was not executing"
/// remarks: works-once
final class ExecutingTooLate: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    work {
      self.set(isExecuting: true, isFinished: false)  // BROKEN: the work has ended.
      self.finish()
    }
  }
}

/// BROKEN ON PURPOSE: it starts the thread before it sets executing.
///
/// make: `DetachesBeforeExecuting { probe.run() }`
/// breaks: survives-races "executing and finished at once"
/// varies: cancel-after-finish, ends-not-executing
/// remarks: works-once
final class DetachesBeforeExecuting: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void
  private let lock = NSLock()
  private var (executing, finished) = (false, false)

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }

  override func start() {
    if isCancelled { return change { finished = true } }
    Thread.detachNewThread {
      self.body()
      self.change { (self.executing, self.finished) = (false, true) }
    }
    change { executing = true }  // BROKEN: the thread may have finished it.
  }

  private func change(_ body: () -> Void) {
    lock.withLock(body)
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: after a synchronous finish the state is overwritten with executing.
///
/// make: `OverwritesItsEnd(work: probe.begin)`
/// breaks: completes-by-hand "never finished: ready executing", completes-in-a-queue
/// varies: cancel-after-finish, finish-is-announced, finish-survives-repetition, next-one-runs,
///   waits-for-dependencies
/// undecided: completion-block-once, frees-its-slot, survives-races
/// remarks: works-once
final class OverwritesItsEnd: Operation, @unchecked Sendable {
  private enum State { case waiting, executing, finished }

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
    work { self.go(to: .finished) }
    go(to: .executing)  // BROKEN: the work may have ended before it returned.
  }

  private func go(to new: State) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { state = new }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: it is finished and still executing.
///
/// make: `NeverStopsExecuting(work: probe.begin)`
/// breaks: ends-not-executing "isExecuting was still true"
/// undecided: survives-races
final class NeverStopsExecuting: LockOperation, @unchecked Sendable {
  override func finish() {
    set(isExecuting: isExecuting, isFinished: true)  // BROKEN: executing stays.
  }
}

/// BROKEN ON PURPOSE: executing means "has been started".
///
/// make: `ExecutingOnceStarted(work: probe.begin)`
/// breaks: ends-not-executing "isExecuting was still true"
/// undecided: survives-races
final class ExecutingOnceStarted: LockOperation, @unchecked Sendable {
  private var hasStarted = false

  override var isExecuting: Bool { lock.withLock { hasStarted } }  // BROKEN: it never ends.
  override func start() {
    lock.withLock { hasStarted = true }
    super.start()
  }
}

/// BROKEN ON PURPOSE: it is cancelled from `init` on.
///
/// make: `CancelledFromBirth(work: probe.begin)`
/// breaks: starts-fresh "already cancelled"
final class CancelledFromBirth: LockOperation, @unchecked Sendable {
  private var isWanted = false

  override var isCancelled: Bool { lock.withLock { !isWanted } }  // BROKEN: true until it starts.
  override func start() {
    if super.isCancelled { return finish() }
    lock.withLock { isWanted = true }
    super.start()
  }
  override func cancel() {
    lock.withLock { isWanted = false }
    super.cancel()
  }
}

/// BROKEN ON PURPOSE: it stops executing a moment after it has finished.
///
/// make: `StopsExecutingLater(work: probe.begin)`
/// breaks: ends-not-executing "isExecuting was still true"
/// varies: survives-races
final class StopsExecutingLater: LockOperation, @unchecked Sendable {
  override func finish() {
    let wasExecuting = isExecuting
    set(isExecuting: wasExecuting, isFinished: true)  // BROKEN: both are true for 20 ms.
    guard wasExecuting else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
      self.willChangeValue(forKey: "isExecuting")
      self.lock.withLock { self.flags.isExecuting = false }
      self.didChangeValue(forKey: "isExecuting")
    }
  }
}

/// BROKEN ON PURPOSE: it clears executing after finished, and announces both at the end.
///
/// make: `AnnouncesBothAtTheEnd(work: probe.begin)`
/// breaks: ends-not-executing "isExecuting was still true"
/// varies: survives-races
final class AnnouncesBothAtTheEnd: LockOperation, @unchecked Sendable {
  override func finish() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    let isFirst = lock.withLock {
      defer { flags.isFinished = true }  // BROKEN: executing stays true for 20 ms.
      return !flags.isFinished
    }
    guard isFirst else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
      self.lock.withLock { self.flags.isExecuting = false }
      self.didChangeValue(forKey: "isExecuting")
      self.didChangeValue(forKey: "isFinished")
    }
  }
}
