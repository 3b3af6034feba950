import Foundation

// HALF-FIX on purpose: defer finishes it on every way out, also when the transfer has only begun.

/// A download from an address.
final class Download: Operation, @unchecked Sendable {
  private let address: String?
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var isOver = false

  init(address: String?, begin: @escaping (@escaping () -> Void) -> Void) {
    self.address = address
    self.begin = begin
  }

  override func start() {
    defer { finish() }
    guard !isCancelled, address != nil else { return }
    begin {}
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
