import Foundation

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  init(deliver: @escaping (String) -> Void) { self.deliver = deliver }
  private let lock = NSRecursiveLock()
  private var isOver = false
  func finish(_ result: String) {
    lock.withLock {
      if isOver { return }
      isOver = true
      deliver(result)
    }
  }
}
