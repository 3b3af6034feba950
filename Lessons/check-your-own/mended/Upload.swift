import Foundation

/// Runs in a queue of width 2.
class Upload: Operation {
  private let work: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  private var _isExecuting = false
  private var _isFinished = false

  init(work: @escaping (@escaping () -> Void) -> Void) {
    self.work = work
  }

  override var isAsynchronous: Bool { return true }
  override var isExecuting: Bool { return lock.withLock { _isExecuting } }
  override var isFinished: Bool { return lock.withLock { _isFinished } }

  override func start() {
    forgetDependenciesIfCancelled()
    if isCancelled { return finish() }
    guard begin() else { return }
    work { self.finish() }
  }

  /// False if it was started before.
  private func begin() -> Bool {
    willChangeValue(forKey: "isExecuting")
    let isFirst = lock.withLock {
      defer { _isExecuting = !_isFinished }
      return !_isExecuting && !_isFinished
    }
    didChangeValue(forKey: "isExecuting")
    return isFirst
  }

  // On Linux, a dependency that still runs would call this operation, which may be gone by then.
  private func forgetDependenciesIfCancelled() {
    guard isCancelled else { return }
    dependencies.forEach(removeDependency)
    super.cancel()  // Counts anew. On Linux a removed one that has finished counts as -1.
  }

  private func finish() {
    change {
      _isExecuting = false
      _isFinished = true
    }
  }

  private func change(_ body: () -> Void) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock(body)
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }
}
