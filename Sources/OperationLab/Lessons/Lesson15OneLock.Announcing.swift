import Foundation
import Synchronization

// Three ways to announce an end while the lock is held, and one after it.
extension OneLock {
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
    let lock: any NSLocking
    let observer: @Sendable (Operation) -> Void
    /// Guarded by `lock`.
    final var hasFinished = false

    init(
      _ log: Log, lock: any NSLocking, observer: @escaping @Sendable (Operation) -> Void = { _ in }
    ) {
      self.lock = lock
      self.observer = observer
      super.init(log)
    }

    final override var isFinished: Bool {
      lock.lock()
      defer { lock.unlock() }
      return hasFinished
    }
  }

  // snippet: mutex
  /// BROKEN ON PURPOSE: announces its end from inside the closure that holds the mutex.
  final class AnnouncingInMutex: TracedOperation, @unchecked Sendable {
    private let hasFinished = Mutex(false)

    override func start() {
      willChangeValue(forKey: "isFinished")
      hasFinished.withLock {
        $0 = true
        log(.finished, note: "and announces it")
        didChangeValue(forKey: "isFinished")
      }
    }

    override var isFinished: Bool { hasFinished.withLock { $0 } }
  }
  // end snippet
}
