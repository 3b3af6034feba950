import Foundation
@_spi(Course) import OperationTesting

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

  // snippet: unchecked
  /// BROKEN ON PURPOSE: never checks `isCancelled`.
  final class UncheckedOperation: SteppingOperation, @unchecked Sendable {
    override func main() {
      log(.began, self)
      for step in 1...3 {
        perform(step)
      }
      log(.ended, self)
    }
  }
  // end snippet

  // snippet: checking
  /// Fixed: checks `isCancelled` before every step.
  final class CheckingOperation: SteppingOperation, @unchecked Sendable {
    override func main() {
      log(.began, self)
      for step in 1...3 {
        if isCancelled {
          log(.observed, self, note: "isCancelled, and stops")
          break
        }
        perform(step)
      }
      log(.ended, self)
    }
  }
  // end snippet

  /// An operation with steps. It waits after the first, so that it can be cancelled in that moment.
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
  /// Article E's serial class: each operation runs its `main()` under its own recursive lock.
  final class SerialOperation: TracedOperation, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private let body: @Sendable () -> Void

    init(_ log: Log, body: @escaping @Sendable () -> Void) {
      self.body = body
      super.init(log)
    }

    /// Whether another thread holds the lock.
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
