// misses: in-order
import Foundation

final class Export: Operation, @unchecked Sendable {
  private var pages: [() -> Void]

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    while !isCancelled, let page = pages.popLast() { page() }
  }
}
