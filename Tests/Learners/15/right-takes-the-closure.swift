import Foundation

final class Ending: @unchecked Sendable {
  private let lock = NSLock()
  private var deliver: ((String) -> Void)?

  init(deliver: @escaping (String) -> Void) { self.deliver = deliver }

  func finish(_ result: String) {
    lock.lock()
    let last = deliver
    deliver = nil
    lock.unlock()
    last?(result)
  }
}
