import Foundation

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  init(deliver: @escaping (String) -> Void) { self.deliver = deliver }
  private let lock = NSLock()
  private var isOver = false
  func finish(_ result: String) {
    let isFirst = lock.withLock { () -> Bool in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { deliver("done") }
  }
}
