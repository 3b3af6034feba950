import Foundation

/// Wakes all tasks that wait for one operation, by a single operation that depends on it: Foundation goes
/// through all that depend on an operation each time one more does.
enum FinishWatch {
  /// Those who wait, for each operation. It is kept alive as long as it is here.
  private static let waiting = Locked<[ObjectIdentifier: [ObjectIdentifier: TaskLatch]]>([:])

  /// Suspends the calling task until the operation is finished.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  static func wait(for operation: Operation) async throws {
    let (key, latch) = (ObjectIdentifier(operation), TaskLatch())
    let isFirst = waiting.withLock { waiting in
      defer { waiting[key, default: [:]][ObjectIdentifier(latch)] = latch }
      return waiting[key] == nil
    }
    if isFirst { begin(operation, key) }
    let isGivenUp = Locked(false)
    await withTaskCancellationHandler {
      await latch.wait()
    } onCancel: {
      let left = waiting.withLock { $0[key]?.removeValue(forKey: ObjectIdentifier(latch)) }
      guard left != nil else { return }
      isGivenUp.withLock { $0 = true }
      latch.open()
    }
    if isGivenUp.withLock({ $0 }) { throw CancellationError() }
  }

  private static func begin(_ operation: Operation, _ key: ObjectIdentifier) {
    let next = BlockOperation {
      // Until here: another operation in its place in memory must not be taken for it.
      withExtendedLifetime(operation) {
        waiting.withLock { $0.removeValue(forKey: key) }?.values.forEach { $0.open() }
      }
    }
    next.addDependency(operation)
    // A queue of its own: Foundation goes through all of a queue when one of its operations ends.
    OperationQueue().addReliably(next)
  }
}
