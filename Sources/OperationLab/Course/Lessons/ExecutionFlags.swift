import Foundation
import Synchronization

// snippet: execution-flags
/// The flags behind `isExecuting` and `isFinished` of a lesson's own operation, under one lock.
///
/// Each method is one step. None of them posts a notification, because that must not happen under a
/// lock. Callable from any thread.
final class ExecutionFlags: Sendable {
  private struct Flags {
    var isExecuting = false
    var isFinished = false
    var isEndClaimed = false
  }

  private let flags = Mutex(Flags())

  var isExecuting: Bool { flags.withLock { $0.isExecuting } }
  var isFinished: Bool { flags.withLock { $0.isFinished } }

  /// Sets executing.
  func begin() {
    flags.withLock { $0.isExecuting = true }
  }

  /// Returns true to its first caller, which may finish the operation, and false to all others.
  func claimEnd() -> Bool {
    flags.withLock { flags in
      defer { flags.isEndClaimed = true }
      return !flags.isEndClaimed
    }
  }

  /// Resets executing and sets finished, in one step.
  func end() {
    flags.withLock { flags in
      flags.isExecuting = false
      flags.isFinished = true
    }
  }
}

extension Operation {
  /// Makes a change between the two calls that post a KVO notification, nested for several keys.
  ///
  /// Never hold a lock that the operation's properties take: observers read them at once.
  package func announcing(_ keys: String..., change: () -> Void) {
    keys.reversed().forEach(willChangeValue(forKey:))
    change()
    keys.forEach(didChangeValue(forKey:))
  }
}
// end snippet
