import Foundation

/// BROKEN ON PURPOSE: it makes a timer that only `start()` activates.
///
/// make: `MakesATimerForLater(work: probe.begin)`
/// breaks: may-be-let-go "ended the process", next-one-runs
final class MakesATimerForLater: LockOperation, @unchecked Sendable {
  // BROKEN: Dispatch traps when a source is released that was never activated.
  private let timer = DispatchSource.makeTimerSource()
  private var isActive = false

  override func start() {
    let isFirst = lock.withLock {
      defer { isActive = true }
      return !isActive
    }
    if isFirst {
      timer.schedule(deadline: .distantFuture)
      timer.activate()
    }
    super.start()
  }
}

/// BROKEN ON PURPOSE: `init` waits on its semaphore, and only `start()` signals it.
///
/// make: `TakesItsSemaphoreAtBirth(work: probe.begin)`
/// breaks: may-be-let-go "ended the process", next-one-runs
final class TakesItsSemaphoreAtBirth: LockOperation, @unchecked Sendable {
  private let turn = DispatchSemaphore(value: 1)
  private var isTaken = true

  override init(work: @escaping Work) {
    super.init(work: work)
    turn.wait()  // BROKEN: Dispatch traps when it is released below its initial value.
  }

  override func start() {
    let isFirst = lock.withLock {
      defer { isTaken = false }
      return isTaken
    }
    if isFirst { turn.signal() }
    super.start()
  }
}

/// BROKEN ON PURPOSE: a list of unfinished operations holds it from `init` on.
///
/// make: `RegistersAtBirth(work: probe.begin)`
/// breaks: may-be-let-go "keeps it alive"
final class RegistersAtBirth: LockOperation, @unchecked Sendable {
  private final class Register: @unchecked Sendable {
    let lock = NSLock()
    var members: Set<Operation> = []
  }

  private static let register = Register()

  override init(work: @escaping Work) {
    super.init(work: work)
    // BROKEN: if never started, it never leaves the list.
    Self.register.lock.withLock { _ = Self.register.members.insert(self) }
  }

  override func finish() {
    Self.register.lock.withLock { _ = Self.register.members.remove(self) }
    super.finish()
  }
}
