import Foundation

final class Export: Operation, @unchecked Sendable {
  private var rest: ArraySlice<() -> Void>

  init(pages: [() -> Void]) { rest = pages[...] }

  override func main() {
    while !isCancelled, let page = rest.popFirst() { page() }
  }
}
