import Foundation

// Ask and set in one step.
//
// Whatever ends an operation calls finish: its transfer with "done", cancel() with "cancelled".
// deliver tells the caller, and the caller must get one result. finish asks first whether it is
// over. Even so, two threads that call it at the same time deliver two results.
//
// Mend it: the result of the first call is delivered, and no other. deliver is code that you do
// not know. While it runs, another thread may call finish, which returns at once; and deliver may
// call finish itself.

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
