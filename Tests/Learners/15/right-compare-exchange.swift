import Foundation
import Synchronization

final class Ending: Sendable {
  private let deliver: @Sendable (String) -> Void
  private let isOver = Atomic<Bool>(false)

  init(deliver: @escaping (String) -> Void) {
    nonisolated(unsafe) let deliver = deliver
    self.deliver = { deliver($0) }
  }

  func finish(_ result: String) {
    let (isFirst, _) = isOver.compareExchange(
      expected: false, desired: true, ordering: .acquiringAndReleasing)
    if isFirst { deliver(result) }
  }
}
