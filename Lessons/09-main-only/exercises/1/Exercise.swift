import Foundation

// Stop at the next page.
//
// Export works through its pages, one after the other, in main(). When it is cancelled during one of
// them, it continues to the last page.
//
// Mend it: when it is cancelled, it begins no further page, and finishes. When it is not cancelled,
// it does each page once, in their order, and finishes after the last one.

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    for page in pages {
      page()
    }
  }
}
