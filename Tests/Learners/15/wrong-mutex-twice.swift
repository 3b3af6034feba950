// misses: once
import Foundation

final class Ending: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var isOver = false
  private let deliver: (String) -> Void

  init(deliver: @escaping (String) -> Void) {
    self.deliver = deliver
    pthread_mutex_init(mutex, nil)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  func finish(_ result: String) {
    if locked({ isOver }) { return }
    locked { isOver = true }
    deliver(result)
  }
}
