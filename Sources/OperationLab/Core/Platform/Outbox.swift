/// Calls foreign code without a lock: one call at a time, in the order in which they were added.
///
/// Add calls under the lock that decides their order, and deliver after it. If another thread delivers just
/// then, or one of these calls does, the call is left to it.
package final class Outbox: Sendable {
  private let waiting = Locked((calls: [@Sendable () -> Void](), isDelivering: false))

  package init() {}

  package func add(_ call: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.calls.append(call) }
  }

  package func deliver() {
    let isMine = waiting.withLock { waiting in
      defer { waiting.isDelivering = true }
      return !waiting.isDelivering
    }
    while isMine, let calls = next() {
      for call in calls { call() }
    }
  }

  private func next() -> [@Sendable () -> Void]? {
    waiting.withLock { waiting in
      waiting.isDelivering = !waiting.calls.isEmpty
      defer { waiting.calls = [] }
      return waiting.isDelivering ? waiting.calls : nil
    }
  }
}
