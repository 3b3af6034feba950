import Foundation

// HALF-FIX on purpose: it stops after the second page, cancelled or not.

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    for page in pages.prefix(2) {
      page()
    }
  }
}
