import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) { self.pages = pages }

  override func main() { export(pages[...]) }

  private func export(_ rest: ArraySlice<() -> Void>) {
    guard !isCancelled, let page = rest.first else { return }
    Thread.sleep(forTimeInterval: 0.01)
    page()
    export(rest.dropFirst())
  }
}
