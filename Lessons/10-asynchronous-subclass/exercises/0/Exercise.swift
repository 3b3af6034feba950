import Foundation

// Will, set, did, work.
//
// The four lines of start() are right, and stand in the wrong order.
//
// Put them in order. Move lines, and change none: isExecuting becomes true between willChangeValue
// and didChangeValue, and all of that comes before the transfer begins. The closure that begin gets
// may be called before begin returns.

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
    begin { self.finish() }
    didChangeValue(forKey: "isExecuting")
    lock.withLock { isUnderWay = true }
    willChangeValue(forKey: "isExecuting")
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
