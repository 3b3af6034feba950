import Foundation

// One way to do it.

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOver = false

  init(deliver: @escaping (String) -> Void) {
    self.deliver = deliver
  }

  func finish(_ result: String) {
    // The question and the setting under one lock: only one thread can find it false.
    let isFirst = lock.withLock {
      defer { isOver = true }
      return !isOver
    }
    // Outside the lock, because it is somebody else's code.
    if isFirst { deliver(result) }
  }
}
