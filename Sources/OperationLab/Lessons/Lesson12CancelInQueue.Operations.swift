import Foundation

/// The operations of lesson 12.
enum CancelInQueue {
  // snippet: careful
  /// Its `start()` asks whether it was cancelled, and finishes all the same, as in article C.
  final class CarefulDownload: Download, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled {
        finish()
        return
      }
      download()
    }
  }
  // end snippet

  // snippet: silent
  /// BROKEN ON PURPOSE: its `start()` leaves without finishing when it was cancelled.
  final class SilentDownload: Download, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled {
        return
      }
      download()
    }
  }
  // end snippet

  // snippet: eager
  /// BROKEN ON PURPOSE: its `cancel()` finishes it whether or not it was started, as in article D.
  final class EagerDownload: StartableDownload, @unchecked Sendable {
    // snippet: eager-cancel
    override func cancel() {
      super.cancel()
      finish()
    }
    // end snippet
  }
  // end snippet

  // snippet: patient
  /// The same, except that `cancel()` finishes only what `start()` has begun.
  final class PatientDownload: StartableDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      if hasStarted { finish() }
    }
  }
  // end snippet

  /// BROKEN ON PURPOSE: finishes in `cancel()` and leaves `start()` to Foundation.
  final class InheritingDownload: Download, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      finish()
    }

    override func start() {
      log(.started, self)
      super.start()
    }
  }

  // snippet: startable
  /// What the two ways to cancel have in common.
  ///
  /// `start()` notes that it came and then asks whether the operation was cancelled; `cancel()`
  /// marks it cancelled and then asks whether it was started. Whichever comes second sees the
  /// other, so the operation is finished by one of them at least; `finish()` counts once.
  class StartableDownload: Download, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var started = false

    final var hasStarted: Bool { lock.withLock { started } }

    override func start() {
      log(.started, self)
      lock.withLock { started = true }
      if isCancelled {
        finish()
        return
      }
      download()
    }
  }
  // end snippet

  /// Reports its end once, announced after unlocking.
  class Download: TracedOperation, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }

    final override var isFinished: Bool { lock.withLock { hasFinished } }

    /// The work, and the end of it.
    final func download() {
      log(.began)
      log(.ended)
      finish()
    }

    final func finish() {
      willChangeValue(forKey: "isFinished")
      let isFirst = lock.withLock {
        defer { hasFinished = true }
        return !hasFinished
      }
      guard isFirst else { return }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }
  }
}
