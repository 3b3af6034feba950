import Foundation

// Finish a cancelled download in start().
//
// cancel() reports the end of this download whether or not it was ever started. Its queue gets a
// notification about an operation that it has not started.
//
// Mend it: if it is cancelled while it waits in its queue, it stays unfinished until the queue
// starts it, and then it finishes without setting its transfer going. If it is cancelled while
// its transfer is under way, it finishes at once. If it is not cancelled, it finishes when its
// transfer has ended.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private enum State { case waiting, executing, finished }
  /// Both guarded by `lock`. They only move forward.
  private var state = State.waiting
  private var isEnding = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    if isFinished { return }
    change("isExecuting") { state = .executing }
    begin { self.finish() }
  }

  override func cancel() {
    super.cancel()
    finish()
  }

  /// The lock lets one caller end it. The others post nothing.
  private func finish() {
    let isFirst = lock.withLock {
      defer { isEnding = true }
      return !isEnding
    }
    guard isFirst else { return }
    change("isExecuting", "isFinished") { state = .finished }
  }

  private func change(_ keys: String..., to values: () -> Void) {
    keys.forEach { willChangeValue(forKey: $0) }
    lock.withLock(values)
    keys.reversed().forEach { didChangeValue(forKey: $0) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}
