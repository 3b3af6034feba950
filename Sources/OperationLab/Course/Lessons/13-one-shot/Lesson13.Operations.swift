import OperationLab
import Foundation
import OperationTesting

extension Lesson13 {
  // snippet: open-start
  /// BROKEN ON PURPOSE: replaces `start()`, and with it Foundation's check that it comes once.
  final class UncheckedUpload: Upload, @unchecked Sendable {
    override func start() {
      log(.started, self)
      log(.began)
    }
  }
  // end snippet

  // snippet: checked-start
  /// The same, except that it does the checking itself: only the first `start()` counts.
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

  /// Work that goes on after `start()` has returned, until somebody calls `finish()`.
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
  /// Ready when its dependencies are over and a ticket has come; the change is announced.
  class TicketOperation: TracedOperation, @unchecked Sendable {
    private let hasTicket = Locked(false)

    override var isReady: Bool { super.isReady && hasTicket.withLock { $0 } }

    func take() {
      announcing("isReady") { keep() }
    }

    final func keep() { hasTicket.withLock { $0 = true } }

    final override func main() {
      log(.began, self)
      log(.ended, self)
    }
  }
  // end snippet

  // snippet: secret-ticket
  /// BROKEN ON PURPOSE: becomes ready and tells nobody.
  final class SecretTicketOperation: TicketOperation, @unchecked Sendable {
    override func take() { keep() }
  }
  // end snippet

  // snippet: interrupted
  /// The same; somebody may come in between while it answers whether it is ready.
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

    /// Has this done before the next answer is given, once.
    func interruptNextAnswer(_ interruption: @escaping @Sendable () -> Void) {
      self.interruption.withLock { $0 = interruption }
    }

    /// Announces once more what has been announced before.
    func repeatReadiness() {
      if isReady { announcing("isReady") {} }
    }
  }
  // end snippet
}
