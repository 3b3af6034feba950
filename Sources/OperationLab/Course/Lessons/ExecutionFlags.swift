import Foundation
import Synchronization

/// The flags behind `isExecuting` and `isFinished` of a lesson's own operation, under one lock.
///
/// Each method is one step that nothing comes between, and does what it is told, sensible or not.
/// None of them announces anything: that is the operation's own part, and must not happen under a
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

  /// Asks for the right to end the operation; only the first to ask gets it.
  func claimEnd() -> Bool {
    flags.withLock { flags in
      defer { flags.isEndClaimed = true }
      return !flags.isEndClaimed
    }
  }

  /// Takes executing back and sets finished, both at once.
  func end() {
    flags.withLock { flags in
      flags.isExecuting = false
      flags.isFinished = true
    }
  }
}

extension Operation {
  /// Makes a change between the two calls that tell observers of it.
  ///
  /// Never call it while holding a lock that the operation's getters take: whoever is told asks.
  package func announcing(_ keys: String..., change: () -> Void) {
    keys.forEach(willChangeValue(forKey:))
    change()
    keys.forEach(didChangeValue(forKey:))
  }
}
