import Foundation
import OperationLab
@_spi(Course) import OperationBench

// Article E's lock, which is made when a thread first asks for it.
extension Lesson15 {
  // snippet: lazy-lock
  /// BROKEN ON PURPOSE: article E's lock, which is made when a thread first asks for it.
  ///
  /// Here each read and each write of the variable is atomic. In the article they are not.
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
  /// Fixed: the lock is made with the operation.
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

  /// Does its work under its lock. Subclasses provide the lock.
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

    /// Makes a new lock at each call and numbers it.
    final func makeLock() -> TracedLock {
      let number = count.withLock { count in
        count += 1
        return count
      }
      return TracedLock(NSRecursiveLock(), bench.log("lock \(number)"))
    }

    /// Holds a thread that has asked for the lock and found none.
    final func afterAsking() {
      log(noLock)
      pause()
    }

    var lock: TracedLock { makeLock() }

    final override func start() {
      let lock = lock
      lock.withLock {
        log(.began)
        work()
        log(.ended)
      }
    }
  }
}
