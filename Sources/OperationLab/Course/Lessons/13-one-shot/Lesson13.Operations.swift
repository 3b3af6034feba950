import OperationLab
import Foundation
@_spi(Course) import OperationTesting

extension Lesson13 {
  // snippet: open-start
  /// BROKEN ON PURPOSE: overrides `start()`, and loses Foundation's check for a second call.
  final class UncheckedUpload: Upload, @unchecked Sendable {
    override func start() {
      log(.started, self)
      log(.began)
    }
  }
  // end snippet

  // snippet: checked-start
  /// Fixed: checks itself that only the first `start()` does the work.
  final class CheckedUpload: Upload, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasStarted = false

    override func start() {
      log(.started, self)
      let isFirst = lock.withLock {
        defer { hasStarted = true }
        return !hasStarted
      }
      guard isFirst else { return }
      log(.began)
    }
  }
  // end snippet

  /// Its work continues after `start()` has returned, until `finish()` is called.
  class Upload: TracedOperation, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    final override var isFinished: Bool { lock.withLock { hasFinished } }

    final func finish() {
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.ended)
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }
  }
}

// What the programs record about themselves.
extension Lesson13 {
  /// It has just been made.
  static let isNew: Event.Mark = "new"
}

extension Lesson13 {
  // snippet: ticket
  /// Ready when its dependencies are finished and it has a ticket. It posts the change.
  class TicketOperation: TracedOperation, @unchecked Sendable {
    private let hasTicket = Locked(false)

    override var isReady: Bool { super.isReady && hasTicket.withLock { $0 } }

    func take() {
      willChangeValue(forKey: "isReady")
      keep()
      didChangeValue(forKey: "isReady")
    }

    final func keep() { hasTicket.withLock { $0 = true } }

    final override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }
  // end snippet

  // snippet: secret-ticket
  /// BROKEN ON PURPOSE: becomes ready without a notification.
  final class SilentTicketOperation: TicketOperation, @unchecked Sendable {
    override func take() { keep() }
  }
  // end snippet

  // snippet: interrupted
  /// Runs a closure while `isReady` is read, after the value was computed.
  final class InterruptedOperation: TicketOperation, @unchecked Sendable {
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    override var isReady: Bool {
      let answer = super.isReady
      if let interruption = interruption.withLock({ $0.take() }) {
        log(asked)
        interruption()
      }
      return answer
    }

    /// Runs the closure once, before the next `isReady` returns.
    func interruptNextAnswer(_ interruption: @escaping @Sendable () -> Void) {
      self.interruption.withLock { $0 = interruption }
    }
  }
  // end snippet
}
