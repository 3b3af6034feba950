import Foundation
import OperationLab
import OperationTesting

// What article D's start() does under its semaphore.
extension Lesson15 {
  // snippet: detaching
  /// BROKEN ON PURPOSE: article D's `start()`. It detaches its thread first, sets executing then,
  /// and tells observers of that while it holds the semaphore.
  final class DetachingDownload: DetachedDownload, @unchecked Sendable {
    override func start() {
      semaphore.lock()
      detach()
      announcing("isExecuting") { setExecuting() }
      // Observers are called from within the announcement.
      callBack(self)
      semaphore.unlock()
    }
  }
  // end snippet

  // snippet: detaching-last
  /// The same steps: executing first, the announcement after the semaphore, the thread last. The
  /// thread finishes the operation when its work is done.
  final class DetachingLast: DetachedDownload, @unchecked Sendable {
    override func start() {
      semaphore.lock()
      setExecuting()
      semaphore.unlock()
      announcing("isExecuting") {}
      callBack(self)
      detach(then: finish)
    }
  }
  // end snippet

  /// What the two have in common: a thread that does the work.
  class DetachedDownload: Download, @unchecked Sendable {
    private let work: @Sendable (Operation) -> Void
    private let bench: Bench

    /// - Parameters:
    ///   - work: what the thread does.
    ///   - observer: told that it executes.
    init(
      _ bench: Bench, work: @escaping @Sendable (Operation) -> Void,
      observer: @escaping @Sendable (Operation) -> Void
    ) {
      (self.bench, self.work) = (bench, work)
      super.init(bench, callBack: observer)
    }

    /// Any thread may be stopped anywhere; here the caller is, until the new one has begun.
    final func detach(then end: @escaping @Sendable () -> Void = {}) {
      let hasBegun = bench.gate("the thread has begun", isTraced: false)
      bench.elsewhere { [self] in
        work(self)
        hasBegun.open()
        end()
      }
      hasBegun.wait()
    }
  }

  // snippet: lazy-lock
  /// BROKEN ON PURPOSE: article E's lock, which is made when it is first asked for.
  ///
  /// Reading and writing the variable are one step each here. In the article they are not even that.
  final class LazyLoader: LockedLoader, @unchecked Sendable {
    private let made = Locked<TracedLock?>(nil)

    override var lock: TracedLock {
      if let lock = made.withLock({ $0 }) { return lock }
      afterAsking()
      let new = makeLock()
      made.withLock { $0 = new }
      return made.withLock { $0 } ?? new
    }
  }
  // end snippet

  // snippet: eager-lock
  /// The same, except that the lock is made with the operation.
  final class EagerLoader: LockedLoader, @unchecked Sendable {
    private let made: TracedLock

    override init(
      _ bench: Bench, afterAsking: @escaping @Sendable () -> Void,
      work: @escaping @Sendable () -> Void
    ) {
      made = TracedLock(NSRecursiveLock(), bench.log("lock 1"))
      super.init(bench, afterAsking: afterAsking, work: work)
    }

    override var lock: TracedLock { made }
  }
  // end snippet

  /// Works under its lock, wherever that comes from.
  class LockedLoader: TracedOperation, @unchecked Sendable {
    private let bench: Bench
    private let count = Locked(0)
    private let pause: @Sendable () -> Void
    private let work: @Sendable () -> Void

    init(
      _ bench: Bench, afterAsking: @escaping @Sendable () -> Void,
      work: @escaping @Sendable () -> Void
    ) {
      (self.bench, pause, self.work) = (bench, afterAsking, work)
      super.init(bench.log("loader"))
    }

    /// A new one at each call, in the order in which they are made.
    final func makeLock() -> TracedLock {
      let number = count.withLock { count in
        count += 1
        return count
      }
      return TracedLock(NSRecursiveLock(), bench.log("lock \(number)"))
    }

    /// Stops a thread that has asked for the lock and found none.
    final func afterAsking() {
      log(noLock)
      pause()
    }

    var lock: TracedLock { makeLock() }

    // snippet: lazy-start
    final override func start() {
      let lock = lock
      lock.withLock {
        log(.began)
        work()
        log(.ended)
      }
    }
    // end snippet
  }
}
