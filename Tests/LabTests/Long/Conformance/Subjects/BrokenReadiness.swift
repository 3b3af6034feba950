import Foundation

/// BROKEN ON PURPOSE: `isReady` is its own condition alone, without `super`.
///
/// make: `ReadyWithoutSuper(work: probe.begin)`
/// breaks: waits-for-dependencies "while its dependency was running"
final class ReadyWithoutSuper: LockOperation, @unchecked Sendable {
  override var isReady: Bool { !isExecuting }  // BROKEN: dependencies do not count.
}

/// BROKEN ON PURPOSE: ready as soon as one of its dependencies has been started.
///
/// make: `ReadyWhenDependenciesRun(work: probe.begin)`
/// breaks: waits-for-dependencies "while its dependency was running"
final class ReadyWhenDependenciesRun: LockOperation, @unchecked Sendable {
  override var isReady: Bool {
    super.isReady || dependencies.contains(where: \.isExecuting)  // BROKEN: not finished yet.
  }
}

/// BROKEN ON PURPOSE: its condition becomes true a moment later, without a notification.
///
/// make: `NeverPostsReadiness(work: probe.begin)`
/// breaks: completes-in-a-queue "it says that it is ready, and it was never started"
/// varies: does-not-spin, cancel-before-enqueue, cancel-while-queued, cancel-ignores-dependencies,
///   waits-for-dependencies
/// undecided: cancel-while-running, cancel-after-finish, cancel-returns,
///   no-finish-before-work-ends, finish-is-announced, finish-survives-repetition, works-once,
///   executing-while-working, completion-block-once, frees-its-slot, next-one-runs, is-released,
///   survives-races
class NeverPostsReadiness: LockOperation, @unchecked Sendable {
  /// Guarded by `lock`.
  private var isLoggedIn = false

  override init(work: @escaping Work) {
    super.init(work: work)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [weak self] in self?.logIn() }
  }

  override var isReady: Bool { super.isReady && lock.withLock { isLoggedIn } }

  func logIn() {
    // BROKEN: no didChangeValue(forKey: "isReady").
    lock.withLock { isLoggedIn = true }
  }
}

/// BROKEN ON PURPOSE: the same, but the condition is true before a queue gets it, as on a busy machine.
///
/// make: `IsPutIntoAQueueTooLate(work: probe.begin)`
/// undecided: completes-in-a-queue "it became ready before it could be put into a queue"
/// varies: survives-races, does-not-spin
final class IsPutIntoAQueueTooLate: NeverPostsReadiness, @unchecked Sendable {
  private let hasLoggedIn = DispatchSemaphore(value: 0)
  /// Guarded by `lock`.
  private var wasAsked = false

  override var isReady: Bool {
    let isFirst = lock.withLock {
      defer { wasAsked = true }
      return !wasAsked
    }
    if !isFirst {
      hasLoggedIn.wait()  // BROKEN: it holds up the caller.
      hasLoggedIn.signal()
    }
    return super.isReady
  }

  override func logIn() {
    super.logIn()
    hasLoggedIn.signal()
  }
}

/// BROKEN ON PURPOSE: it remembers the first answer to `isReady`.
///
/// make: `RemembersNotReady(work: probe.begin)`
/// breaks: waits-for-dependencies "it began its work while its dependency was running",
///   cancel-ignores-dependencies
final class RemembersNotReady: LockOperation, @unchecked Sendable {
  private var answer: Bool?

  override var isReady: Bool {
    let now = super.isReady
    return lock.withLock {
      answer = answer ?? now  // BROKEN: the first read came before its dependencies finished.
      return answer == true
    }
  }
}

/// BROKEN ON PURPOSE: when cancelled, it still waits for its dependencies.
///
/// make: `WaitsThoughCancelled(work: probe.begin)`
/// breaks: cancel-ignores-dependencies "went on waiting"
final class WaitsThoughCancelled: LockOperation, @unchecked Sendable {
  override var isReady: Bool {
    super.isReady && dependencies.allSatisfy(\.isFinished)  // BROKEN: not when cancelled.
  }
}

/// BROKEN ON PURPOSE: when cancelled, it is never ready.
///
/// make: `NeverReadyOnceCancelled(work: probe.begin)`
/// breaks: cancel-while-queued "the queue never starts it, for its isReady is false: cancelled",
///   cancel-before-enqueue, cancel-ignores-dependencies
/// undecided: completion-block-once, is-released, survives-races
final class NeverReadyOnceCancelled: LockOperation, @unchecked Sendable {
  override var isReady: Bool {
    super.isReady && !isCancelled  // BROKEN: the queue cannot start it, so it never leaves.
  }
}

/// BROKEN ON PURPOSE: its `start()` relies on its dependencies.
///
/// make: `ReliesOnItsDependencies(work: probe.begin)`
/// breaks: cancel-ignores-dependencies "start() was called, and it did not finish"
final class ReliesOnItsDependencies: LockOperation, @unchecked Sendable {
  override func start() {
    // BROKEN: when it is cancelled, a queue starts it before they have finished.
    guard dependencies.allSatisfy(\.isFinished) else { return }
    super.start()
  }
}
