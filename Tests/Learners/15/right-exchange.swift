import Foundation
import Synchronization

final class Ending: @unchecked Sendable {
  private let isOver = Atomic<Bool>(false)
  private let deliver: (String) -> Void

  init(deliver: @escaping (String) -> Void) {
    self.deliver = deliver
  }

  func finish(_ result: String) {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { deliver(result) }
  }
}
