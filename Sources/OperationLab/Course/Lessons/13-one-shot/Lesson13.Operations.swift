import Foundation
import OperationTesting

extension Lesson13 {
  // snippet: open-start
  /// BROKEN ON PURPOSE: replaces `start()`, and with it Foundation's check that it comes once.
  final class UncheckedUpload: Upload, @unchecked Sendable {
    override func start() {
      log(.started, self)
      log(.began)
    }
  }
  // end snippet

  // snippet: checked-start
  /// The same, except that it does the checking itself: only the first `start()` counts.
  final class CheckedUpload: Upload, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasStarted = false

    override func start() {
      log(.started, self)
      let isFirst = lock.withLock {
        defer { hasStarted = true }
        return !hasStarted
      }
      guard isFirst else { return }
      log(.began)
    }
  }
  // end snippet

  /// Work that goes on after `start()` has returned, until somebody calls `finish()`.
  class Upload: TracedOperation, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    final override var isFinished: Bool { lock.withLock { hasFinished } }

    final func finish() {
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.ended)
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }
  }
}
