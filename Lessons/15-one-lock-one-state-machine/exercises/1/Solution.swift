import Foundation

// One way to do it.

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isFinished = false

  init(deliver: @escaping (String) -> Void) {
    self.deliver = deliver
  }

  func finish(_ result: String) {
    // Reading and setting are one step under the lock, so only one thread reads false.
    let isFirst = lock.withLock {
      defer { isFinished = true }
      return !isFinished
    }
    // Outside the lock, because deliver is code that you do not know.
    if isFirst { deliver(result) }
  }
}
