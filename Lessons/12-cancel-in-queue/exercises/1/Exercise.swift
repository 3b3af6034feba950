import Foundation

// Cancel it in line, and end it in its turn.
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
  /// Guarded by `lock`. Only moves forward.
  private var state = State.waiting

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    guard move(to: .executing) else { return }
    begin { self.move(to: .finished) }
  }

  override func cancel() {
    super.cancel()
    move(to: .finished)
  }

  /// Makes the step unless it has finished already.
  @discardableResult
  private func move(to new: State) -> Bool {
    if isFinished { return false }
    let keys = ["isExecuting", "isFinished"]
    keys.forEach { willChangeValue(forKey: $0) }
    let isMine = lock.withLock {
      guard state != .finished else { return false }
      state = new
      return true
    }
    if isMine { keys.reversed().forEach { didChangeValue(forKey: $0) } }
    return isMine
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}
