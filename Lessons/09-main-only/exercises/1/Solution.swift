import Foundation

// One way to do it.

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    for page in pages {
      // cancel() stops nothing. The work must ask, each time before it goes on. Operation's own
      // start() reports the end when main() returns, so leaving early is all there is to do.
      if isCancelled { return }
      page()
    }
  }
}
