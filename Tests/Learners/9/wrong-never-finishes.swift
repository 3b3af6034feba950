import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) { self.pages = pages }

  override func main() {
    for page in pages where !isCancelled { page() }
  }

  override var isFinished: Bool { super.isFinished && !isCancelled }
}
