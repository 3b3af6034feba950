import Foundation
import OperationTesting

// Three ways to announce an end while the lock is held, and one after it.
extension Lesson15 {
  // snippet: inside
  /// BROKEN ON PURPOSE: announces its end while it holds its lock.
  final class AnnouncingInside: Announcing, @unchecked Sendable {
    // snippet: announce
    override func start() {
      willChangeValue(forKey: "isFinished")
      lock.lock()
      hasFinished = true
      log(.finished, note: "and announces it")
      didChangeValue(forKey: "isFinished")
      observer(self)
      lock.unlock()
    }
    // end snippet
  }
  // end snippet

  // snippet: outside
  /// The same, except that it unlocks first.
  final class AnnouncingOutside: Announcing, @unchecked Sendable {
    override func start() {
      willChangeValue(forKey: "isFinished")
      lock.lock()
      hasFinished = true
      lock.unlock()
      log(.finished, note: "and announces it")
      didChangeValue(forKey: "isFinished")
      observer(self)
    }
  }
  // end snippet

  /// A flag, a lock of the caller's choice, and an observer that is told of the end.
  class Announcing: TracedOperation, @unchecked Sendable {
    let lock: TracedLock
    let observer: @Sendable (Operation) -> Void
    /// Guarded by `lock`.
    final var hasFinished = false

    init(
      _ bench: Bench, _ lock: any Lockable,
      observer: @escaping @Sendable (Operation) -> Void = { _ in }
    ) {
      self.lock = TracedLock(lock, bench.log("lock"))
      self.observer = observer
      super.init(bench.log("loader"))
    }

    final override var isFinished: Bool { lock.read { hasFinished } }
  }

  // snippet: mutex
  /// BROKEN ON PURPOSE: announces its end from inside the closure that holds the mutex.
  final class AnnouncingInMutex: TracedOperation, @unchecked Sendable {
    private let hasFinished: TracedMutex

    init(_ bench: Bench) {
      hasFinished = TracedMutex(bench.log("mutex"))
      super.init(bench.log("loader"))
    }

    override func start() {
      willChangeValue(forKey: "isFinished")
      hasFinished.withLock {
        $0 = true
        log(.finished, note: "and announces it")
        didChangeValue(forKey: "isFinished")
      }
    }

    override var isFinished: Bool { hasFinished.value }
  }
  // end snippet
}
