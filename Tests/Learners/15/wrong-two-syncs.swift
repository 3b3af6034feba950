// misses: once
import Foundation

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  init(deliver: @escaping (String) -> Void) { self.deliver = deliver }
  private let queue = DispatchQueue(label: "ending")
  private var isOver = false
  func finish(_ result: String) {
    if queue.sync(execute: { isOver }) { return }
    queue.sync { isOver = true }
    deliver(result)
  }
}
