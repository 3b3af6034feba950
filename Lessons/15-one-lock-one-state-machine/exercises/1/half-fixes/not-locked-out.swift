import Foundation

// HALF-FIX on purpose: the result is delivered inside the lock.

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOver = false

  init(deliver: @escaping (String) -> Void) {
    self.deliver = deliver
  }

  func finish(_ result: String) {
    lock.withLock {
      if isOver { return }
      isOver = true
      deliver(result)
    }
  }
}
