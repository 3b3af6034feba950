import Foundation
import Synchronization

final class Export: Operation, @unchecked Sendable {
  private let pages: [() -> Void]
  private let state = Atomic<Int>(0)

  init(pages: [() -> Void]) {
    self.pages = pages
  }

  override func start() {
    change("isExecuting", to: isCancelled ? 2 : 1)
    guard state.load(ordering: .acquiring) == 1 else { return }
    Thread.detachNewThread { [self] in
      var left = pages[...]
      while !isCancelled, let page = left.popFirst() { page() }
      change("isExecuting", to: 2)
    }
  }

  private func change(_ key: String, to new: Int) {
    let keys = new == 2 ? [key, "isFinished"] : [key]
    keys.forEach { willChangeValue(forKey: $0) }
    state.store(new, ordering: .releasing)
    keys.reversed().forEach { didChangeValue(forKey: $0) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.load(ordering: .acquiring) == 1 }
  override var isFinished: Bool { state.load(ordering: .acquiring) == 2 }
}
