import Foundation

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  init(deliver: @escaping (String) -> Void) { self.deliver = deliver }
  private let queue = DispatchQueue(label: "ending")
  private var isOver = false
  func finish(_ result: String) {
    let isFirst = queue.sync { () -> Bool in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { deliver(result) }
  }
}
