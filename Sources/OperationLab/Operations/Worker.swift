import Foundation

/// A thread of a program's own that does what it is given, one after the other: where callbacks
/// come from when they come from elsewhere.
///
/// A serial dispatch queue would do the same on changing threads, and share them with the
/// operations: a pool whose threads are all blocked would run it late or never.
public final class Worker: @unchecked Sendable {
  private let condition = NSCondition()
  /// Guarded by `condition`.
  private var pending: [@Sendable () -> Void] = []

  init() {
    Thread.detachNewThread { [self] in
      while true { next()() }
    }
  }

  /// Does it later, on the worker's thread. Callable from any thread.
  public func async(_ body: @escaping @Sendable () -> Void) {
    condition.withLock {
      pending.append(body)
      condition.signal()
    }
  }

  private func next() -> @Sendable () -> Void {
    condition.withLock {
      while pending.isEmpty { condition.wait() }
      return pending.removeFirst()
    }
  }
}
