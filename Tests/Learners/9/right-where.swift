import Foundation

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]

  init(pages: [() -> Void]) { self.pages = pages }

  override func main() {
    var next = 0
    while next < pages.count && !isCancelled {
      let isDone = DispatchSemaphore(value: 0)
      let page = pages[next]
      DispatchQueue.global().async {
        page()
        isDone.signal()
      }
      isDone.wait()
      next += 1
    }
  }
}
