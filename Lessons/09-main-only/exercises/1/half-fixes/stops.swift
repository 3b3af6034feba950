import Foundation

// HALF-FIX on purpose: it asks once, before the first page.

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    if isCancelled { return }
    for page in pages {
      page()
    }
  }
}
