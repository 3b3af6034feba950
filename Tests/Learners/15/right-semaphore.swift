import Foundation

final class Ending: @unchecked Sendable {
  private let door = DispatchSemaphore(value: 1)
  private var isOver = false
  private let deliver: (String) -> Void

  init(deliver: @escaping (String) -> Void) {
    self.deliver = deliver
  }

  func finish(_ result: String) {
    door.wait()
    let wasOver = isOver
    isOver = true
    door.signal()
    guard !wasOver else { return }
    deliver(result)
  }
}
