import Foundation

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  init(deliver: @escaping (String) -> Void) { self.deliver = deliver }
  private let lock = NSLock()
  private var isOver = false
  func finish(_ result: String) {
    if lock.withLock({ isOver }) { return }
    lock.withLock { isOver = true }
    deliver(result)
  }
}
