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

  private func finish() {
    // On Linux, a dependency that finishes later would call this operation, which may be gone by then.
    dependencies.forEach(removeDependency)
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
