import Foundation

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
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { hasBegun && !isOver } }
  override var isFinished: Bool { lock.withLock { isOver } }
  override func start() {
    change("isExecuting") { hasBegun = true }
    if isCancelled { return finish("cancelled") }
    begin { self.finish("done") }
  }
  override func cancel() {
    super.cancel()
    if lock.withLock({ hasBegun }) { finish("cancelled") }
  }
  private func change(_ keys: String..., step: () -> Void) {
    keys.forEach { willChangeValue(forKey: $0) }
    lock.withLock(step)
    keys.forEach { didChangeValue(forKey: $0) }
  }
  private func finish(_ result: String) {
    var isFirst = false
    change("isExecuting", "isFinished") {
      isFirst = !isOver
      isOver = true
    }
    if isFirst { DispatchQueue.main.async { self.deliver(result) } }
  }
}
