import Foundation

actor Pages {
  private var rest: ArraySlice<() -> Void>
  init(_ pages: [() -> Void]) { rest = pages[...] }
  func next() -> Bool {
    guard let page = rest.popFirst() else { return false }
    page()
    return true
  }
}

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]
  private let lock = NSLock()
  private var isOver = false

  init(pages: [() -> Void]) { self.pages = pages }

  override var isFinished: Bool { lock.withLock { isOver } }

  override func start() {
    let pages = Pages(self.pages)
    Task {
      while !isCancelled {
        if await !pages.next() { break }
        try? await Task.sleep(nanoseconds: 5_000_000)
      }
      willChangeValue(forKey: "isFinished")
      lock.withLock { isOver = true }
      didChangeValue(forKey: "isFinished")
    }
  }
}
