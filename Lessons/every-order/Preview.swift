import Foundation

/// BROKEN ON PURPOSE: it asks whether it was cancelled, and believes the answer for too long.
final class Preview: Operation, @unchecked Sendable {
  private let work: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  /// Guarded by `lock`, as is `finished`.
  private var executing = false
  private var finished = false

  init(work: @escaping (@escaping () -> Void) -> Void) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { executing } }
  override var isFinished: Bool { lock.withLock { finished } }

  override func start() {
    if isCancelled { return set(executing: false, finished: true) }
    set(executing: true, finished: false)
    // BROKEN: cancelled, it waits for an end that cancel() should have reported.
    work { if !self.isCancelled { self.set(executing: false, finished: true) } }
  }

  override func cancel() {
    super.cancel()
    if isExecuting { set(executing: false, finished: true) }
  }

  private func set(executing: Bool, finished: Bool) {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    let hasChanged = lock.withLock {
      if self.finished { return false }
      (self.executing, self.finished) = (executing, finished)
      return true
    }
    guard hasChanged else { return }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
