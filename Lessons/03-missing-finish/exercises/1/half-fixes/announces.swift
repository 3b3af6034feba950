import Foundation

// HALF-FIX on purpose: the flag is set, and nobody is told.

/// A download; its transfer goes on after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    begin { self.finish() }
  }

  private func finish() {
    lock.withLock { isOver = true }
  }

  override var isFinished: Bool { lock.withLock { isOver } }
}
