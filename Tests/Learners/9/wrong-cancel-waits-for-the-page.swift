// misses: finishes
import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]
  private let lock = NSLock()
  private var isStopped = false

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    for page in pages {
      let goesOn = lock.withLock {
        if !isStopped { page() }
        return !isStopped
      }
      if !goesOn { return }
    }
  }

  override func cancel() {
    super.cancel()
    lock.withLock { isStopped = true }
  }
}
