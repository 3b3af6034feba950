// misses: not-locked-out
import Foundation

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  init(deliver: @escaping (String) -> Void) { self.deliver = deliver }
  private let queue = DispatchQueue(label: "ending")
  private var isOver = false
  func finish(_ result: String) {
    queue.sync {
      if isOver { return }
      isOver = true
      queue.async { self.deliver(result) }
    }
  }
}
