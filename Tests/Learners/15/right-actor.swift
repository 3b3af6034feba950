import Foundation

final class Ending: @unchecked Sendable {
  private let deliver: (String) -> Void
  init(deliver: @escaping (String) -> Void) { self.deliver = deliver }
  private actor Once {
    private var isTaken = false
    func take() -> Bool {
      defer { isTaken = true }
      return !isTaken
    }
  }
  private let once = Once()
  func finish(_ result: String) {
    Task { if await once.take() { deliver(result) } }
  }
}
