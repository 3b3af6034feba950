import Foundation

/// An operation with two flags. Its subclass decides how to announce them.
class Announcer: Operation, @unchecked Sendable {
  let work: Work
  let lock = NSLock()
  /// Guarded by `lock`.
  var flags = LockOperation.Flags()

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { flags.isExecuting } }
  override var isFinished: Bool { lock.withLock { flags.isFinished } }

  override func start() {
    if isCancelled { return end() }
    lock.withLock { flags.isExecuting = true }
    didChangeValue(forKey: "isExecuting")
    work { if !self.isFinished { self.end() } }
  }

  /// Sets finished. A subclass may announce it.
  func end() {}
}

/// BROKEN ON PURPOSE: it finishes without a notification.
///
/// make: `NeverPostsItsEnd(work: probe.begin)`
/// breaks: finish-is-announced "the queue got no notification", completes-in-a-queue,
///   cancel-while-running, completion-block-once, frees-its-slot
/// undecided: is-released, survives-races
/// remarks: works-once
final class NeverPostsItsEnd: Announcer, @unchecked Sendable {
  override func end() {
    lock.withLock { flags = .init(isExecuting: false, isFinished: true) }
    // BROKEN: no didChangeValue(forKey: "isFinished").
  }
}

/// BROKEN ON PURPOSE: it announces its end, and then sets the flag.
///
/// make: `PostsBeforeItsEnd(work: probe.begin)`
/// breaks: finish-is-announced "the queue got no notification", completes-in-a-queue,
///   cancel-while-running, completion-block-once, frees-its-slot
/// undecided: is-released, survives-races
/// remarks: works-once
final class PostsBeforeItsEnd: Announcer, @unchecked Sendable {
  override func end() {
    didChangeValue(forKey: "isFinished")  // BROKEN: observers still read `false`.
    lock.withLock { flags = .init(isExecuting: false, isFinished: true) }
  }
}

/// BROKEN ON PURPOSE: it announces its end under the lock that `isFinished` takes.
///
/// make: `PostsUnderItsLock(work: probe.begin)`
/// breaks: completes-in-a-queue "holding the lock that its getters take", completes-by-hand
/// varies: asking-changes-nothing, cancel-before-start, cancel-before-enqueue, cancel-while-queued,
///   cancel-while-running, cancel-after-finish, waits-for-dependencies, cancel-ignores-dependencies
/// undecided: finish-is-announced, cancels-only-itself, stays-cancelled,
///   ends-not-executing, completion-block-once, main-thread-may-wait, frees-its-slot, next-one-runs, is-released,
///   survives-races
/// remarks: works-once
final class PostsUnderItsLock: Announcer, @unchecked Sendable {
  override func end() {
    lock.withLock {
      flags = .init(isExecuting: false, isFinished: true)
      didChangeValue(forKey: "isFinished")  // BROKEN: observers wait for the lock.
    }
  }
}
