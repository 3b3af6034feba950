// misses: data race
import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]
  private var wantsToStop = false

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func cancel() {
    super.cancel()
    wantsToStop = true
  }

  override func main() {
    for page in pages {
      if wantsToStop { return }
      page()
    }
  }
}
