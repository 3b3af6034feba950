import Foundation
@_spi(Course) import OperationTesting

extension Lesson04 {
  // snippet: careless
  /// BROKEN ON PURPOSE: its `start()` does not check `isCancelled`.
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
  /// Fixed: `start()` checks `isCancelled` first, and finishes in both cases.
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

  // snippet: end
  /// The flag behind `isFinished`, and the KVO notification.
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
  // end snippet

  /// Records when it is deallocated.
  final class Pour: TracedOperation, @unchecked Sendable {
    deinit { log(.released) }
  }
}
