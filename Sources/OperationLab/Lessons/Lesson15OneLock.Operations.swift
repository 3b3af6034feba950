import Foundation
import Synchronization

/// The operations of lesson 15.
enum OneLock {
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
  /// The same, except that it asks, under the lock, whether it has begun.
  final class CheckedLoader: Loader, @unchecked Sendable {
    private var hasBegun = false

    override func start() {
      lock.withLock {
        guard !hasBegun else { return }
        hasBegun = true
        log(.began)
        work(self)
        log(.ended)
      }
    }
  }
  // end snippet

  /// What two ways to start have in common: a recursive lock, which is what `@synchronized` is.
  class Loader: TracedOperation, @unchecked Sendable {
    let lock = NSRecursiveLock()
    let work: @Sendable (Operation) -> Void

    init(_ log: Log, work: @escaping @Sendable (Operation) -> Void) {
      self.work = work
      super.init(log)
    }
  }

  // snippet: one-semaphore
  /// BROKEN ON PURPOSE: one semaphore around `start()` and `cancel()`, as in article D; it calls
  /// back while it holds it.
  final class SemaphoreDownload: Download, @unchecked Sendable {
    override func start() {
      semaphore.wait()
      log(.began)
      if isCancelled {
        callBack(self)
        finish()
      } else {
        connect()
      }
      log(.ended)
      semaphore.signal()
    }
  }
  // end snippet

  // snippet: call-back-later
  /// The same, except that it calls back after it has let go of the semaphore.
  final class LaterDownload: Download, @unchecked Sendable {
    override func start() {
      semaphore.wait()
      log(.began)
      let wasCancelled = isCancelled
      if wasCancelled {
        finish()
      } else {
        connect()
      }
      log(.ended)
      semaphore.signal()
      if wasCancelled { callBack(self) }
    }
  }
  // end snippet

  /// What two ways to call back have in common: article D's `cancel()`, without its finishing,
  /// which lesson 12 is about.
  class Download: TracedOperation, @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 1)
    let connect: @Sendable () -> Void
    let callBack: @Sendable (Operation) -> Void

    init(
      _ log: Log, connect: @escaping @Sendable () -> Void = {},
      callBack: @escaping @Sendable (Operation) -> Void = { _ in }
    ) {
      self.connect = connect
      self.callBack = callBack
      super.init(log)
    }

    // snippet: semaphore-cancel
    override func cancel() {
      semaphore.wait()
      super.cancel()
      log(.cancelled)
      semaphore.signal()
    }
    // end snippet

    func finish() {
      log(.finished)
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
      guard !isCancelled, !isFinished else { return }
      afterAsking()
      executing.store(true, ordering: .sequentiallyConsistent)
    }

    override func cancel() {
      super.cancel()
      executing.store(false, ordering: .sequentiallyConsistent)
      finished.store(true, ordering: .sequentiallyConsistent)
    }
    // end snippet

    override var isExecuting: Bool { executing.load(ordering: .sequentiallyConsistent) }
    override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }
  }
  // end snippet
}
