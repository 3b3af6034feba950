import Foundation

// Ask and set in one step.
//
// The transfer calls finish("done"), and cancel() calls finish("cancelled"). deliver passes the
// result to the caller, and the caller must get one result. finish reads first whether it is
// finished. Even so, two threads that call it at the same time deliver two results.
//
// Mend it: the result of the first call is delivered, and no other. deliver is code that you do
// not know. While it runs, another thread may call finish, and that call returns at once. deliver
// may also call finish itself.

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isFinished = false

  init(deliver: @escaping (String) -> Void) {
    self.deliver = deliver
  }

  func finish(_ result: String) {
    if lock.withLock({ isFinished }) { return }
    deliver(result)
    lock.withLock { isFinished = true }
  }
}
