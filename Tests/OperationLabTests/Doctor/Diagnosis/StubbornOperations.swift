import Foundation
import Synchronization

@_spi(Course) @testable import OperationBench

/// BROKEN ON PURPOSE: starts, returns, and reports nothing until the test calls ``announce()``.
final class SilentOperation: TracedOperation, @unchecked Sendable {
  private let lock = NSLock()
  private let returned: Gate
  private let looked: Gate
  /// The three are guarded by `lock`.
  private var hasFinished = false
  private var hasReturned = false
  private var starter: Thread?

  /// - Parameters:
  ///   - returned: opened as `start()` returns.
  ///   - looked: opened when its queue has looked, after `start()`, whether it is finished.
  init(_ log: Log, returned: Gate, looked: Gate) {
    self.returned = returned
    self.looked = looked
    super.init(log)
  }

  override func start() {
    log(.started, self)
    log(.returned, self)
    lock.withLock {
      hasReturned = true
      starter = Thread.current
    }
    returned.open()
  }

  override var isFinished: Bool {
    let (answer, isQueue) = lock.withLock {
      (hasFinished, hasReturned && starter === Thread.current)
    }
    if isQueue { looked.open() }
    return answer
  }

  /// Finishes without a notification.
  func finishSilently() {
    lock.withLock { hasFinished = true }
    log(.finished)
  }

  /// Posts the notification for its earlier finish.
  func announce() {
    announcing("isFinished") {}
  }
}

/// BROKEN ON PURPOSE: it does not finish. The trace has its `start()`, but never the return.
final class StartedOperation: TracedOperation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ log: Log, _ body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init(log)
  }

  override func start() {
    log(.started, self)
    body()
  }
}

/// An operation that decides itself whether it is ready.
final class ShyOperation: TracedOperation, @unchecked Sendable {
  private let isWilling = Mutex(false)

  override var isReady: Bool { super.isReady && isWilling.withLock { $0 } }

  /// Becomes ready without a notification.
  func dare() {
    isWilling.withLock { $0 = true }
  }

  /// Tells its queue to look again.
  func announce() {
    announcing("isReady") {}
  }
}
