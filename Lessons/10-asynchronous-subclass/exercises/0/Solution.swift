import Foundation

// One way to do it. It is right for this task, and not yet for an app: it works although it was cancelled.
// Exercise 10.2 mends that. Until then lab check finds these rules broken: cancel-before-start,
// cancel-before-enqueue, cancel-while-queued, cancel-ignores-dependencies.

/// A download. Its transfer continues after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  /// Both guarded by `lock`.
  private var isUnderWay = false
  private var isOver = false

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    if isFinished { return }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { isUnderWay = true }
    didChangeValue(forKey: "isExecuting")
    begin { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    lock.withLock { (isUnderWay, isOver) = (false, true) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { isUnderWay } }
  override var isFinished: Bool { lock.withLock { isOver } }
}
