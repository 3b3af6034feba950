import Foundation
import OperationTesting

extension Lesson04 {
  // snippet: careless
  /// BROKEN ON PURPOSE: its `start()` does not ask whether it was cancelled.
  final class CarelessOperation: TracedOperation, @unchecked Sendable {
    private let end = End()

    override func start() {
      log(.started, self)
      log(.began, self)
      log(.ended, self)
      end.report(self)
      log(.returned, self)
    }

    override var isFinished: Bool { end.isReached }
  }
  // end snippet

  // snippet: careful
  /// The same, except that `start()` asks first, and finishes all the same.
  final class CarefulOperation: TracedOperation, @unchecked Sendable {
    private let end = End()

    override func start() {
      log(.started, self)
      if !isCancelled {
        log(.began, self)
        log(.ended, self)
      }
      end.report(self)
      log(.returned, self)
    }

    override var isFinished: Bool { end.isReached }
  }
  // end snippet

  /// The flag behind `isFinished`.
  final class End: @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var reached = false

    var isReached: Bool { lock.withLock { reached } }

    func report(_ operation: TracedOperation) {
      operation.willChangeValue(forKey: "isFinished")
      lock.withLock { reached = true }
      operation.log(.finished, operation)
      operation.didChangeValue(forKey: "isFinished")
    }
  }

  /// Says when it is deallocated.
  final class Pour: TracedOperation, @unchecked Sendable {
    deinit { log(.released) }
  }
}
