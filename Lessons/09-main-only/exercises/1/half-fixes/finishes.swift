import Foundation

// HALF-FIX on purpose: it stops by never coming back.

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func main() {
    for page in pages {
      if isCancelled { DispatchSemaphore(value: 0).wait() }
      page()
    }
  }
}
