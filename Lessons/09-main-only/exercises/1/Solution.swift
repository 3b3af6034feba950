import Foundation

// One way to do it.

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    for page in pages {
      // cancel() stops nothing. The work must check before each page. Operation's own start()
      // reports finished when main() returns, so it is enough to return early.
      if isCancelled { return }
      page()
    }
  }
}
