import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSRecursiveLock()
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override var isFinished: Bool { lock.withLock { isOver } }

  override func start() {
    Task {
      await withCheckedContinuation { continuation in begin { continuation.resume() } }
      await MainActor.run {
        willChangeValue(for: \.isFinished)
        lock.withLock { isOver = true }
        didChangeValue(for: \.isFinished)
      }
    }
  }
}
