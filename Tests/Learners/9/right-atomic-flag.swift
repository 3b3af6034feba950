import Foundation
import Synchronization

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]
  private let wantsToStop = Atomic<Bool>(false)

  init(pages: [() -> Void]) { self.pages = pages }

  override func cancel() {
    super.cancel()
    wantsToStop.store(true, ordering: .releasing)
  }

  override func main() {
    for page in pages where !wantsToStop.load(ordering: .acquiring) { page() }
  }
}
