import Foundation

/// BROKEN ON PURPOSE: `cancel()` keeps the lock on its early return.
///
/// make: `CancelKeepsTheLock(work: probe.begin)`
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
