import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    for (number, page) in pages.enumerated() {
      if number % 2 == 0, isCancelled { return }
      page()
    }
  }
}
