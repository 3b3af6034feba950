import Foundation
import Synchronization

/// BROKEN ON PURPOSE: `cancel()` keeps the lock on its early return.
///
/// make: `CancelKeepsTheLock(work: probe.begin)`
/// breaks: cancel-sets-cancelled "holding the lock that its getters take", cancel-before-start,
///   cancel-before-enqueue, cancel-while-queued, cancel-after-finish, stays-cancelled,
///   no-finish-before-start, cancel-ignores-dependencies, next-one-runs
/// undecided: asking-changes-nothing, ends-not-executing, completion-block-once, is-released,
///   survives-races
final class CancelKeepsTheLock: LockOperation, @unchecked Sendable {
  override func cancel() {
    super.cancel()
    lock.lock()
    if !flags.isExecuting { return }  // BROKEN: no unlock.
    lock.unlock()
  }
}

/// BROKEN ON PURPOSE: `start()` keeps the lock when the operation is cancelled.
///
/// make: `StartKeepsTheLock(work: probe.begin)`
/// breaks: cancel-before-start "holding the lock that its getters take", cancel-before-enqueue,
///   cancel-while-queued, stays-cancelled, cancel-ignores-dependencies, next-one-runs
/// undecided: ends-not-executing, completion-block-once, is-released, survives-races
final class StartKeepsTheLock: LockOperation, @unchecked Sendable {
  override func start() {
    lock.lock()
    guard !isCancelled else {
      flags.isFinished = true
      return didChangeValue(forKey: "isFinished")  // BROKEN: no unlock.
    }
    lock.unlock()
    super.start()
  }
}

/// BROKEN ON PURPOSE: it begins its work under the lock that the end takes.
///
/// make: `WorksUnderItsLock(work: probe.begin)`
/// breaks: completes-by-hand "never finished: ready executing", completes-in-a-queue
/// undecided: completion-block-once, frees-its-slot
final class WorksUnderItsLock: LockOperation, @unchecked Sendable {
  private let gate = NSLock()

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    gate.withLock {
      work { self.gate.withLock { self.finish() } }  // BROKEN: it may end before it returns.
    }
  }
}

/// BROKEN ON PURPOSE: when cancelled during its work, the completion keeps the lock.
///
/// make: `EndKeepsTheLock(work: probe.begin)`
/// breaks: cancel-while-running "holding the lock that its getters take", stays-cancelled,
///   next-one-runs
/// undecided: ends-not-executing, completion-block-once, is-released, survives-races
final class EndKeepsTheLock: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work {
      self.lock.lock()
      if self.isCancelled { return }  // BROKEN: no unlock.
      self.lock.unlock()
      self.finish()
    }
  }
}

/// BROKEN ON PURPOSE: the second report of the end keeps the lock.
///
/// make: `FinishKeepsTheLock(work: probe.begin)`
/// breaks: finish-survives-repetition "holding the lock that its getters take"
final class FinishKeepsTheLock: LockOperation, @unchecked Sendable {
  override func start() {
    guard set(isExecuting: true, isFinished: false) else { return }
    if isCancelled { return finish() }
    work { self.finish() }
  }

  override func finish() {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.lock()
    guard flags.isExecuting else { return }  // BROKEN: no unlock.
    flags = Flags(isExecuting: false, isFinished: true)
    lock.unlock()
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// BROKEN ON PURPOSE: it takes two locks, and each second one takes them in the other order.
///
/// make: `OpposedLocksOperation { probe.run() }`
/// breaks: completes-in-a-queue "nor another of its class"
/// tried: finish-is-announced, cancel-while-running
final class OpposedLocksOperation: Operation, @unchecked Sendable {
  private static let made = Mutex(0)
  private static let locks = [NSLock(), NSLock()]
  private let order: [NSLock]
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    let isOdd = Self.made.withLock { made in
      made += 1
      return made % 2 == 1
    }
    order = isOdd ? Self.locks : Self.locks.reversed()  // BROKEN: two wait for each other.
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    order[0].withLock {
      body()
      order[1].withLock {}
    }
  }
}
