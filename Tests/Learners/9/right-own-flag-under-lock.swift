import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]
  private let lock = NSLock()
  private var wantsToStop = false

  init(pages: [() -> Void]) { self.pages = pages }

  override func cancel() {
    super.cancel()
    lock.withLock { wantsToStop = true }
  }

  override func main() {
    for page in pages {
      if lock.withLock({ wantsToStop }) { return }
      page()
    }
  }
}
