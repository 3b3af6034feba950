import Foundation
import OperationLab
import Synchronization

/// A lock with a point before each acquisition, at which a thread can be held while a class is
/// explored.
///
/// A thread that finds the lock taken waits as usual. Once it has the lock, it is held again before
/// it continues, so that only one of two threads runs at a time. The lock is safe to use from any
/// thread.
@_spi(LabCheck) open class SteppedLock: NSObject, NSLocking, @unchecked Sendable {
  /// Foundation's own lock.
  private struct Real {
    let lock: () -> Void
    let unlock: () -> Void
    let tryLock: () -> Bool
    let lockBefore: (Date) -> Bool
  }

  private let real: Real
  fileprivate let points = PausePoints.ofNow
  private let title: String
  /// Whether it ends the process that the thread which has it takes it again.
  private let isMutex: Bool
  /// The thread that has it, if it is a mutex.
  private let holder = Atomic(noHolder)
  private static let noHolder = -1
  /// A name, as for Foundation's locks.
  open var name: String?

  /// Creates an unlocked lock.
  ///
  /// - Parameters:
  ///   - isRecursive: whether the thread that holds it may take it again.
  ///   - isMutex: whether it ends the process to do so.
  public init(isRecursive: Bool, isMutex: Bool = false) {
    self.isMutex = isMutex
    if isRecursive {
      let lock = NSRecursiveLock()
      real = Real(
        lock: lock.lock, unlock: lock.unlock, tryLock: lock.try, lockBefore: lock.lock(before:))
    } else {
      let lock = NSLock()
      real = Real(
        lock: lock.lock, unlock: lock.unlock, tryLock: lock.try, lockBefore: lock.lock(before:))
    }
    title = points?.nameOfNextLock() ?? ""
  }

  /// Takes the lock, and blocks the calling thread until it is free.
  open func lock() {
    guard isMutex else { return take() }
    // As Swift's own does.
    if holder.load(ordering: .relaxed) == Recorder.threadNumber {
      fatalError("Recursive call to lock Mutex")
    }
    take()
    holder.store(Recorder.threadNumber, ordering: .relaxed)
  }

  private func take() {
    guard let points, points.holdsThisThread else { return real.lock() }
    points.arrive(mark("takes {}"))
    if !real.tryLock() {
      points.write(mark("waits for {}"))
      real.lock()
      points.arrive(mark("takes {}"))
    }
    points.write(mark("takes {}"))
  }

  /// Releases the lock.
  open func unlock() {
    if isMutex { holder.store(Self.noHolder, ordering: .relaxed) }
    real.unlock()
    Self.afterUnlock.withLock { $0 }?()
  }

  /// Called by each thread after it has released such a lock.
  package static let afterUnlock = Locked<(@Sendable () -> Void)?>(nil)

  /// How many of the next calls of `try()` find the lock taken, as if another thread had it for a moment.
  package static let taken = Locked(0)

  private static var isTaken: Bool {
    taken.withLock { count in
      defer { count = max(0, count - 1) }
      return count > 0
    }
  }

  /// Takes the lock if it is free, and returns whether it did.
  open func `try`() -> Bool {
    if Self.isTaken { return false }
    let isHeld = points?.holdsThisThread == true
    if isHeld { points?.arrive(mark("tries to take {}")) }
    let isTaken = real.tryLock()
    if isTaken, isMutex { holder.store(Recorder.threadNumber, ordering: .relaxed) }
    if isHeld { points?.write(mark(isTaken ? "takes {}" : "does not get {}")) }
    return isTaken
  }

  /// Takes the lock if it becomes free in time, and returns whether it did.
  open func lock(before limit: Date) -> Bool {
    points?.pass(mark("waits for {} for some time"))
    return real.lockBefore(limit)
  }

  fileprivate func mark(_ pattern: String) -> Event.Mark { Event.Mark(pattern, .text(title)) }
}

/// A condition whose waits and signals are points, too.
///
/// A thread that waits releases both locks, its own and the real one. It takes them again in the
/// order in which all take them.
@_spi(LabCheck) open class SteppedCondition: SteppedLock, @unchecked Sendable {
  private let condition = NSCondition()

  /// A condition that no thread has locked.
  public init() { super.init(isRecursive: false) }

  /// Takes the lock, as above.
  open override func lock() {
    super.lock()
    condition.lock()
  }

  /// Gives the lock back.
  open override func unlock() {
    condition.unlock()
    super.unlock()
  }

  /// Blocks the calling thread, which has the lock, until another one signals.
  open func wait() {
    points?.pass(mark("waits for a signal, with {}"))
    super.unlock()
    condition.wait()
    comeBack()
  }

  /// The same, but no longer than that. Says whether there was a signal.
  open func wait(until limit: Date) -> Bool {
    points?.pass(mark("waits for a signal for some time, with {}"))
    super.unlock()
    let isSignalled = condition.wait(until: limit)
    comeBack()
    return isSignalled
  }

  /// Wakes one of the threads that wait.
  open func signal() {
    points?.pass(mark("signals to one that waits for {}"))
    condition.signal()
  }

  /// Wakes all threads that wait.
  open func broadcast() {
    points?.pass(mark("signals to all that wait for {}"))
    condition.broadcast()
  }

  private func comeBack() {
    condition.unlock()
    lock()
  }
}
