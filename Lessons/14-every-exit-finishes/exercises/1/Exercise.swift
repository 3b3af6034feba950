import Foundation

// Finish on every way out.
//
// This download first checks whether it was cancelled, and whether it has an address at all. But
// each time it simply returns, and its queue waits forever.
//
// Mend it: if it was cancelled in its queue, or has no address, it finishes when the queue starts
// it, and no transfer begins. Otherwise it finishes when its transfer has ended, and not before.

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
    if isCancelled { return }
    guard address != nil else { return }
    begin { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { isOver = true }
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }
}
