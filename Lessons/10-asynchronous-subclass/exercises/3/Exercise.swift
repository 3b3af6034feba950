import Foundation

// Finish once, from two threads.
//
// deliver tells the caller how the download ended. If it is cancelled while its transfer is under
// way, this download delivers "cancelled" and finishes at once. Later its transfer ends, too, and
// it delivers "done": the caller gets two results.
//
// Mend it: it delivers one result, even if it is cancelled at the moment at which its transfer
// ends. The result is "cancelled" if it was cancelled first, and "done" if its transfer ended
// first. If it is cancelled while the transfer is under way, it still finishes at once. If it is
// cancelled while it waits in its queue, it finishes when the queue starts it, not before.

/// A download. Its transfer continues after start() has returned.
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
    // In this order, because a cancel() that comes before hasBegun is set leaves the end to start().
    change("isExecuting") { hasBegun = true }
    if isCancelled { return finish("cancelled") }
    begin { self.finish("done") }
  }

  override func cancel() {
    super.cancel()
    if lock.withLock({ hasBegun }) { finish("cancelled") }
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
