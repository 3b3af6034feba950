import Foundation
import OperationTesting
import Synchronization

// Locks that write down what becomes of them. Nothing of it is teaching: who holds a lock, and who
// waits for it, is what the claims of this lesson rest on.
extension Lesson15 {
  /// What may be locked twice, or not.
  protocol Lockable: Sendable {
    /// What it is called in traces.
    static var kind: Lesson15.Lock { get }
    func lock()
    func unlock()
    func `try`() -> Bool
  }

  /// A lock of Foundation's; it writes down who takes it, who gives it back, and who must wait.
  final class TracedLock: Sendable {
    private let base: any Lockable
    private let log: Log

    init(_ base: any Lockable, _ log: Log) {
      self.base = base
      self.log = log
    }

    func lock() {
      take()
      log(kind.taken)
    }

    func unlock() {
      log(kind.givenBack)
      base.unlock()
    }

    func withLock(_ body: () -> Void) {
      lock()
      body()
      unlock()
    }

    /// Reads something under the lock, which is worth a line only if it has to wait.
    func read<Value>(_ body: () -> Value) -> Value {
      take()
      defer { base.unlock() }
      return body()
    }

    /// Whether another thread could take it now; asked on that thread.
    func isFree() -> Bool {
      let isFree = base.try()
      if isFree { base.unlock() }
      return isFree
    }

    private func take() {
      if base.try() { return }
      log(.waiting, nil, .wait(Lock.untilFree))
      base.lock()
    }

    private var kind: Lock { type(of: base).kind }
  }

  /// A flag in a `Mutex`; it writes down the same.
  final class TracedMutex: Sendable {
    private let flag = Mutex(false)
    private let holder = Atomic<Int>(0)
    private let log: Log

    init(_ log: Log) {
      self.log = log
    }

    func withLock(_ body: (inout Bool) -> Void) {
      noteOwnWait()
      flag.withLock {
        holder.store(Self.thisThread, ordering: .relaxed)
        log(Lock.mutex.taken)
        body(&$0)
        log(Lock.mutex.givenBack)
        holder.store(0, ordering: .relaxed)
      }
    }

    var value: Bool {
      noteOwnWait()
      return flag.withLock { $0 }
    }

    /// Only its holder can know whether it is taken, without taking it.
    private func noteOwnWait() {
      if holder.load(ordering: .relaxed) == Self.thisThread {
        log(.waiting, nil, .wait(Lock.untilFree))
      }
    }

    private static var thisThread: Int { ObjectIdentifier(Thread.current).hashValue }
  }
}

extension NSLock: Lesson15.Lockable {
  static var kind: Lesson15.Lock { .plain }
}

extension NSRecursiveLock: Lesson15.Lockable {
  static var kind: Lesson15.Lock { .recursive }
}

extension DispatchSemaphore: Lesson15.Lockable {
  static var kind: Lesson15.Lock { .semaphore }
  func lock() { wait() }
  func unlock() { signal() }
  func `try`() -> Bool { wait(timeout: .now()) == .success }
}
