import Foundation

/// Sound: plain properties under a lock; each announces itself after it was set.
///
/// make: `PostingAfterwardsOperation(work: probe.begin)`
final class PostingAfterwardsOperation: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var (hasBegun, hasEnded) = (false, false)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { hasBegun && !hasEnded } }
  override var isFinished: Bool { lock.withLock { hasEnded } }

  override func start() {
    guard !isCancelled else { return end() }
    lock.withLock { hasBegun = true }
    didChangeValue(forKey: "isExecuting")
    work { self.end() }
  }

  private func end() {
    lock.lock()
    let isFirst = !hasEnded
    hasEnded = true
    lock.unlock()
    guard isFirst else { return }
    // No willChangeValue: nobody on this platform listens to it.
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }
}
