import Foundation
import OperationTesting
import Synchronization

extension Lesson15 {
  // snippet: synchronized
  /// BROKEN ON PURPOSE: a lock around `start()`, as in article C, and no look at the state.
  final class SynchronizedLoader: Loader, @unchecked Sendable {
    override func start() {
      lock.withLock {
        log(.began)
        work(self)
        log(.ended)
      }
    }
  }
  // end snippet

  // snippet: checked
  /// Asks, under the lock, whether the work has begun. It finishes after it has unlocked.
  final class CheckedLoader: Loader, @unchecked Sendable {
    private let flags = ExecutionFlags()
    private var hasBegun = false

    override func start() {
      var hasWorked = false
      lock.withLock {
        guard !hasBegun else { return }
        hasBegun = true
        log(.began)
        work(self)
        log(.ended)
        hasWorked = true
      }
      if hasWorked { finish() }
    }

    private func finish() {
      announcing("isFinished") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  /// What two ways to start have in common: a recursive lock, which is what `@synchronized` is.
  class Loader: TracedOperation, @unchecked Sendable {
    let lock: TracedLock
    let work: @Sendable (Operation) -> Void

    init(_ bench: Bench, work: @escaping @Sendable (Operation) -> Void) {
      lock = TracedLock(NSRecursiveLock(), bench.log("lock"))
      self.work = work
      super.init(bench.log("loader"))
    }
  }

  // snippet: one-semaphore
  /// BROKEN ON PURPOSE: one semaphore around `start()` and `cancel()`, as in article D; it calls
  /// back while it holds it.
  final class SemaphoreDownload: Download, @unchecked Sendable {
    override func start() {
      semaphore.lock()
      log(.began)
      if isCancelled {
        callBack(self)
      } else {
        connect()
      }
      log(.ended)
      semaphore.unlock()
    }
  }
  // end snippet

  // snippet: call-back-later
  /// Calls back, and finishes, after it has signalled the semaphore.
  final class LaterDownload: Download, @unchecked Sendable {
    override func start() {
      semaphore.lock()
      log(.began)
      let wasCancelled = isCancelled
      if !wasCancelled {
        connect()
      }
      log(.ended)
      semaphore.unlock()
      if wasCancelled { callBack(self) }
      finish()
    }
  }
  // end snippet

  /// Article D's `cancel()`, and how a download finishes. In the article `cancel()` finishes it, too:
  /// see lesson 12.
  class Download: TracedOperation, @unchecked Sendable {
    private let flags = ExecutionFlags()
    let semaphore: TracedLock
    let connect: @Sendable () -> Void
    let callBack: @Sendable (Operation) -> Void

    init(
      _ bench: Bench, connect: @escaping @Sendable () -> Void = {},
      callBack: @escaping @Sendable (Operation) -> Void = { _ in }
    ) {
      semaphore = TracedLock(DispatchSemaphore(value: 1), bench.log("semaphore"))
      self.connect = connect
      self.callBack = callBack
      super.init(bench.log("download"))
    }

    // snippet: semaphore-cancel
    override func cancel() {
      log(callsCancel)
      semaphore.lock()
      super.cancel()
      log(.cancelled, self)
      semaphore.unlock()
    }
    // end snippet

    final override var isExecuting: Bool { flags.isExecuting }
    final override var isFinished: Bool { flags.isFinished }

    final func setExecuting() { flags.begin() }

    /// Reports the end. The caller must not hold the semaphore.
    final func finish() {
      announcing("isExecuting", "isFinished") {
        flags.end()
        log(.finished, self)
      }
    }
  }

  // snippet: two-flags
  /// BROKEN ON PURPOSE: a flag for executing, a flag for finished, and time between asking and
  /// setting.
  final class TwoFlagsLoader: TracedOperation, @unchecked Sendable {
    private let executing = Atomic(false)
    private let finished = Atomic(false)
    private let afterAsking: @Sendable () -> Void

    init(_ log: Log, afterAsking: @escaping @Sendable () -> Void) {
      self.afterAsking = afterAsking
      super.init(log)
    }

    // snippet: two-methods
    override func start() {
      log(.started, self)
      guard !isCancelled, !isFinished else { return log(.returned, self) }
      afterAsking()
      executing.store(true, ordering: .sequentiallyConsistent)
      log(.returned, self)
    }

    override func cancel() {
      super.cancel()
      executing.store(false, ordering: .sequentiallyConsistent)
      finished.store(true, ordering: .sequentiallyConsistent)
      log(.cancelled, self)
    }
    // end snippet

    override var isExecuting: Bool { executing.load(ordering: .sequentiallyConsistent) }
    override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }
  }
  // end snippet
}
