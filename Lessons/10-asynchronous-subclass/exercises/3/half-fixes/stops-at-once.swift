import Foundation

// HALF-FIX on purpose: cancel() does nothing any more but mark it.

/// A download; its transfer goes on after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let deliver: (String) -> Void
  private let lock = NSLock()
  /// All guarded by `lock`.
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
  }

  private func finish(_ result: String) {
    change("isExecuting", "isFinished") { isOver = true }
    deliver(result)
  }

  private func change(_ keys: String..., to values: () -> Void) {
    keys.forEach { willChangeValue(forKey: $0) }
    lock.withLock(values)
    keys.reversed().forEach { didChangeValue(forKey: $0) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { hasBegun && !isOver } }
  override var isFinished: Bool { lock.withLock { isOver } }
}
