import Foundation
import Synchronization

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let deliver: (String) -> Void
  private let lock = NSLock()
  private var hasBegun = false
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void, deliver: @escaping (String) -> Void) {
    self.begin = begin
    self.deliver = deliver
  }

  override func start() {
    if isCancelled { return finish("cancelled") }
    change("isExecuting") { hasBegun = true }
    begin { self.finish("done") }
  }

  override func cancel() {
    super.cancel()
    if lock.withLock({ hasBegun }) { finish("cancelled") }
  }

  private func change(_ keys: String..., to values: () -> Void) {
    keys.forEach { willChangeValue(forKey: $0) }
    lock.withLock(values)
    keys.reversed().forEach { didChangeValue(forKey: $0) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { hasBegun && !isOver } }
  override var isFinished: Bool { lock.withLock { isOver } }

  private let isTaken = Atomic<Bool>(false)

  private func finish(_ result: String) {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    change("isExecuting", "isFinished") { isOver = true }
    deliver(result)
  }
}
