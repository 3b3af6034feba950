import Foundation
import OperationLab
import OperationTesting

extension Lesson09 {
  static func step(_ number: Int) -> Event.Mark { Event.Mark("step {}", .number(number)) }

  // snippet: print
  /// Overrides `main()` and nothing else, as article A's first subclass does.
  final class PrintOperation: TracedOperation, @unchecked Sendable {
    override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }
  // end snippet

  // snippet: deaf
  /// BROKEN ON PURPOSE: never looks at `isCancelled`.
  final class DeafOperation: SteppingOperation, @unchecked Sendable {
    override func main() {
      log(.began, self)
      for step in 1...3 {
        perform(step)
      }
      log(.ended, self)
    }
  }
  // end snippet

  // snippet: polling
  /// The same, except that it looks before every step.
  final class PollingOperation: SteppingOperation, @unchecked Sendable {
    override func main() {
      log(.began, self)
      for step in 1...3 {
        if isCancelled {
          log(.observed, self, note: "isCancelled, and leaves")
          break
        }
        perform(step)
      }
      log(.ended, self)
    }
  }
  // end snippet

  /// What is done in a step; it pauses after the first, so that it can be cancelled just then.
  class SteppingOperation: TracedOperation, @unchecked Sendable {
    private let pause: @Sendable () -> Void

    init(_ log: Log, pausing pause: @escaping @Sendable () -> Void) {
      self.pause = pause
      super.init(log)
    }

    final override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }

    final func perform(_ step: Int) {
      log(Lesson09.step(step), self)
      if step == 1 { pause() }
    }
  }

  // snippet: serial
  /// Article E's serial subclass: `main()` under a recursive lock of the operation's own.
  final class SerialOperation: TracedOperation, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private let body: @Sendable () -> Void

    init(_ log: Log, body: @escaping @Sendable () -> Void) {
      self.body = body
      super.init(log)
    }

    /// Whether a thread is inside the lock; ask from another one.
    var isLocked: Bool {
      guard lock.try() else { return true }
      lock.unlock()
      return false
    }

    override func main() {
      lock.lock()
      if isCancelled {
        log(.noted, note: "was cancelled")
      } else if isReady {
        log.during(body)
      }
      lock.unlock()
    }
  }
  // end snippet
}
