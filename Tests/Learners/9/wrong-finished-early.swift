import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) { self.pages = pages }

  override func main() {
    DispatchQueue.global().async {
      for page in self.pages where !self.isCancelled { page() }
    }
  }
}
