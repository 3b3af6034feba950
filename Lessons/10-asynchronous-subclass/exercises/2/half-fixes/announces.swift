import Foundation

// HALF-FIX on purpose: nobody is told.

/// A download; its transfer goes on after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private enum State { case waiting, executing, finished }
  /// Guarded by `lock`; only moves forward.
  private var state = State.waiting

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    if isCancelled { return finish() }
    change("isExecuting") { state = .executing }
    begin { self.finish() }
  }

  private func finish() {
    change("isExecuting", "isFinished") { state = .finished }
  }

  private func change(_ keys: String..., to values: () -> Void) {
    lock.withLock(values)
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}
