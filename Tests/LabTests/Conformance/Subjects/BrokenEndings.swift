import Foundation

/// Work whose completion takes a result.
typealias Delivery = @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void

/// An operation of work that may fail; what an end means is up to its subclass.
class Delivering: LockOperation, @unchecked Sendable {
  init(delivery: @escaping Delivery) {
    super.init { done in delivery { _ in done() } }
    self.delivery = delivery
  }

  private(set) var delivery: Delivery = { _ in }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    delivery { self.end($0) }
  }

  func end(_ result: Result<Void, any Error>) { finish() }
}

/// BROKEN ON PURPOSE: cancelled while it runs, it throws away its user's completion block.
///
/// make: `DropsItsBlockWhenCancelled(work: probe.begin)`
final class DropsItsBlockWhenCancelled: LockOperation, @unchecked Sendable {
  override func cancel() {
    super.cancel()
    if isExecuting { completionBlock = nil }  // BROKEN: its user waits for it.
  }
}

/// BROKEN ON PURPOSE: when its work fails, its user hears of it only in the log.
///
/// make: `DropsItsBlockWhenItFails(delivery: probe.result)`
final class DropsItsBlockWhenItFails: Delivering, @unchecked Sendable {
  override func end(_ result: Result<Void, any Error>) {
    if case .failure = result { completionBlock = nil }  // BROKEN: it is over all the same.
    finish()
  }
}

/// BROKEN ON PURPOSE: operations that have failed are kept, for a second try that never comes.
///
/// make: `IsKeptWhenItFails(delivery: probe.result)`
final class IsKeptWhenItFails: Delivering, @unchecked Sendable {
  private static let failed = KeptOperations()

  override func end(_ result: Result<Void, any Error>) {
    if case .failure = result { Self.failed.add(self) }  // BROKEN: nobody takes it out again.
    finish()
  }
}

/// BROKEN ON PURPOSE: operations that were stopped in the middle are kept, to be resumed.
///
/// make: `IsKeptWhenStopped(work: probe.begin)`
final class IsKeptWhenStopped: LockOperation, @unchecked Sendable {
  private static let stopped = KeptOperations()

  override func cancel() {
    super.cancel()
    if isExecuting { Self.stopped.add(self) }  // BROKEN: nobody takes it out again.
  }
}

/// A list of operations, for good.
final class KeptOperations: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [Operation] = []

  func add(_ operation: Operation) { lock.withLock { all.append(operation) } }
}
