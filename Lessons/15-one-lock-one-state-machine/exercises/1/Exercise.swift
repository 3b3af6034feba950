import Foundation

// Ask and set in one step.
//
// Whatever ends an operation calls finish: its transfer with "done", cancel() with "cancelled".
// deliver tells the caller, and the caller must be told once. finish asks first whether it is
// over. All the same two threads at once deliver two results.
//
// Mend it. deliver is somebody else's code: it may take long, and it may call finish itself.

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOver = false

  init(deliver: @escaping (String) -> Void) {
    self.deliver = deliver
  }

  func finish(_ result: String) {
    if lock.withLock({ isOver }) { return }
    deliver(result)
    lock.withLock { isOver = true }
  }
}
