import Foundation

extension Lesson13 {
  // snippet: ticket
  /// Ready when its dependencies are over and a ticket has come; the change is announced.
  class TicketOperation: TracedOperation, @unchecked Sendable {
    private let hasTicket = Locked(false)

    final override var isReady: Bool { super.isReady && hasTicket.withLock { $0 } }

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
}
