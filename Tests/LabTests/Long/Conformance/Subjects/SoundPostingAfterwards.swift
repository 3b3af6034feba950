import Foundation

/// Sound: plain properties under a lock. Each announces itself before and after it is set.
///
/// make: `PostingAfterwardsOperation(work: probe.begin)`
final class PostingAfterwardsOperation: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var (isBeginning, hasBegun, isEnding, hasEnded) = (false, false, false, false)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { hasBegun && !hasEnded } }
  override var isFinished: Bool { lock.withLock { hasEnded } }

  override func start() {
    guard !isCancelled else { return end() }
    let isFirst = lock.withLock {
      defer { isBeginning = true }
      return !isBeginning
    }
    guard isFirst else { return }
    // On macOS, key-value observing ignores a change without `willChangeValue(forKey:)`.
    willChangeValue(forKey: "isExecuting")
    lock.withLock { hasBegun = true }
    didChangeValue(forKey: "isExecuting")
    work { self.end() }
  }

  private func end() {
    let isFirst = lock.withLock {
      defer { isEnding = true }
      return !isEnding
    }
    guard isFirst else { return }
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    lock.withLock { hasEnded = true }
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }
}

/// Sound: it stops executing a moment before it is finished.
///
/// make: `StopsBeforeItFinishesOperation(work: probe.begin)`
final class StopsBeforeItFinishesOperation: LockOperation, @unchecked Sendable {
  private var isEnding = false

  override func finish() {
    let isFirst = lock.withLock {
      defer { isEnding = true }
      return !isEnding
    }
    guard isFirst else { return }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { flags.isExecuting = false }
    didChangeValue(forKey: "isExecuting")
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
      self.set(isExecuting: false, isFinished: true)
    }
  }
}
