import Foundation

// One way to do it.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let deliver: (String) -> Void
  private let lock = NSLock()
  private enum State { case waiting, executing, finished }
  /// Guarded by `lock`. Only moves forward.
  private var state = State.waiting

  init(begin: @escaping (@escaping () -> Void) -> Void, deliver: @escaping (String) -> Void) {
    self.begin = begin
    self.deliver = deliver
  }

  override func start() {
    if move(from: .waiting, to: isCancelled ? .finished : .executing, "cancelled") != .executing { return }
    begin { self.move(from: .executing, to: .finished, "done") }
  }

  override func cancel() {
    super.cancel()
    // Finishes only an operation that start() has begun. start() finishes one that still waits.
    move(from: .executing, to: .finished, "cancelled")
  }

  /// Makes the step if the state is `old`. The lock lets one of two threads make it.
  @discardableResult
  private func move(from old: State, to new: State, _ result: String) -> State {
    guard lock.withLock({ state == old }) else { return lock.withLock { state } }
    let keys = ["isExecuting", "isFinished"]
    keys.forEach { willChangeValue(forKey: $0) }
    let isMine = lock.withLock {
      guard state == old else { return false }
      state = new
      return true
    }
    if isMine, new == .finished { deliver(result) }
    if isMine { keys.reversed().forEach { didChangeValue(forKey: $0) } }
    return lock.withLock { state }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}
