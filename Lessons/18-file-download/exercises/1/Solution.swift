import Foundation

// One way to do it.

final class Download: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void
  private let lock = NSLock()
  private enum State { case waiting, executing, finished }
  /// All guarded by `lock`.
  private var state = State.waiting
  private var hasStarted = false
  private var isEnding = false
  /// Gives up the transfer that goes on. `nil` before it has begun and after the end.
  private var giveUp: (() -> Void)?
  private var isGivenUp = false

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  override func start() {
    if isCancelled {
      // On Linux: one that still runs would crash after this operation is gone, and cancel() counts anew (lesson 4).
      dependencies.forEach(removeDependency)
      super.cancel()
    }
    let isFirst = lock.withLock {
      defer { hasStarted = true }
      return !hasStarted
    }
    guard isFirst else { return }
    // In this order, because a cancel() that comes before the state is set leaves the end to start().
    change("isExecuting") { state = .executing }
    if isCancelled { return finish() }
    let giveUp = connect { _ in self.finish() }
    let isTooLate = lock.withLock {
      // A transfer that has ended is not given up any more.
      if !isEnding { self.giveUp = giveUp }
      return isGivenUp
    }
    // If cancel() was called while the transfer began, it found nothing to give up.
    if isTooLate { giveUp() }
  }

  override func cancel() {
    super.cancel()
    // If it still waits in a queue, start() finishes it.
    if isExecuting { finish(givingUp: true) }
  }

  /// The first call ends it. The others do nothing.
  private func finish(givingUp: Bool = false) {
    let (isFirst, giveUp) = lock.withLock {
      defer { (isEnding, self.giveUp) = (true, nil) }
      if !isEnding { isGivenUp = givingUp }
      return (!isEnding, self.giveUp)
    }
    guard isFirst else { return }
    // Without the lock: a transfer that is given up calls its closure, too.
    if givingUp { giveUp?() }
    change("isExecuting", "isFinished") { state = .finished }
  }

  private func change(_ keys: String..., to values: () -> Void) {
    keys.forEach { willChangeValue(forKey: $0) }
    lock.withLock(values)
    keys.reversed().forEach { didChangeValue(forKey: $0) }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }
}
