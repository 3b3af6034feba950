import Foundation

/// One condition around one flag.
package final class Door: @unchecked Sendable {
  private let condition = NSCondition()
  /// Guarded by `condition`. It becomes true once.
  private var opened = false

  package init() {}

  package var isOpen: Bool { condition.withLock { opened } }

  package func open() {
    condition.withLock {
      opened = true
      condition.broadcast()
    }
  }

  /// Waits until the door is open or the time is over, and returns whether it is open.
  package func wait(deadline: Duration) -> Bool {
    let end = Date(timeIntervalSinceNow: deadline.seconds)
    return condition.withLock {
      while !opened {
        guard condition.wait(until: end) else { return opened }
      }
      return true
    }
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
