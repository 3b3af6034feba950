import Foundation
import OperationLab

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
  private let points = LifePoints.ofNow
  private let title: String
  /// A name, as for Foundation's locks.
  public var name: String?

  /// Creates an unlocked lock.
  ///
  /// - Parameter isRecursive: whether the thread that holds it may take it again.
  public init(isRecursive: Bool) {
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
  public func lock() {
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
  public func unlock() {
    real.unlock()
    Self.afterUnlock.withLock { $0 }?()
  }

  /// Called by each thread after it has released such a lock.
  package static let afterUnlock = Locked<(@Sendable () -> Void)?>(nil)

  /// Takes the lock if it is free, and returns whether it did.
  public func `try`() -> Bool {
    guard let points, points.holdsThisThread else { return real.tryLock() }
    points.arrive(mark("tries to take {}"))
    let isTaken = real.tryLock()
    points.write(mark(isTaken ? "takes {}" : "does not get {}"))
    return isTaken
  }

  /// Takes the lock if it becomes free in time, and returns whether it did.
  public func lock(before limit: Date) -> Bool {
    points?.pass(mark("waits for {} for some time"))
    return real.lockBefore(limit)
  }

  private func mark(_ pattern: String) -> Event.Mark { Event.Mark(pattern, .text(title)) }
}
