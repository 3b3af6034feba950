import Foundation
import Synchronization

/// BROKEN ON PURPOSE: `cancel()` cancels what it depends on, which others may need.
///
/// make: `CancelsItsDependencies(work: probe.begin)`
/// breaks: cancels-only-itself "the operation it depends on"
final class CancelsItsDependencies: LockOperation, @unchecked Sendable {
  override func cancel() {
    dependencies.forEach { $0.cancel() }  // BROKEN: they are not its own.
    super.cancel()
  }
}

/// BROKEN ON PURPOSE: `cancel()` empties the queue that it runs in.
///
/// make: `CancelsItsQueue(work: probe.begin)`
/// breaks: cancels-only-itself "cancelled, it cancelled", cancel-while-running
final class CancelsItsQueue: LockOperation, @unchecked Sendable {
  private var queue: OperationQueue?

  override func start() {
    let current = OperationQueue.current
    lock.withLock { queue = current }
    super.start()
  }

  override func cancel() {
    let isFirst = !isCancelled
    super.cancel()
    if isFirst { lock.withLock { queue }?.cancelAllOperations() }  // BROKEN: others are in it.
  }
}

/// BROKEN ON PURPOSE: `start()` cancels the one that was made before it.
///
/// make: `NewestOnlyOperation(work: probe.begin)`
/// remarks: cancels-only-itself "cancel"
final class NewestOnlyOperation: LockOperation, @unchecked Sendable {
  private struct Newest: Sendable { weak var operation: NewestOnlyOperation? }

  private static let newest = Mutex(Newest())
  private var older = Newest()

  override init(work: @escaping Work) {
    super.init(work: work)
    older = Self.newest.withLock { newest in
      defer { newest.operation = self }
      return newest
    }
  }

  override func start() {
    older.operation?.cancel()  // BROKEN: it may be another one's.
    super.start()
  }
}
