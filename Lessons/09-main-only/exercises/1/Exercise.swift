import Foundation

// Stop at the next page.
//
// Export works through its pages, one after the other, in main(). When somebody cancels it at page
// 2, it goes on to the last page.
//
// Mend it: cancelled, it begins no further page. When nobody cancels, it does them all.

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
