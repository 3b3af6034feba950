// misses: in-order
import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) { self.pages = pages }

  override func main() {
    DispatchQueue.concurrentPerform(iterations: pages.count) { if !isCancelled { pages[$0]() } }
  }
}
