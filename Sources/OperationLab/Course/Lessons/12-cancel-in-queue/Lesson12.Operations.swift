import Foundation
import OperationLab
import OperationTesting

extension Lesson12 {
  // snippet: careful
  /// Its `start()` asks whether it was cancelled, and finishes all the same, as in article C.
  final class CarefulDownload: Download, @unchecked Sendable {
    override func start() {
      log(.started, self)
      defer { log(.returned, self) }
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
      defer { log(.returned, self) }
      if isCancelled {
        return
      }
      download()
    }
  }
  // end snippet

  static func inheritedIsCancelled(_ isCancelled: Bool) -> Event.Mark {
    Event.Mark("its inherited isCancelled is {}", .text("\(isCancelled)"))
  }

  // snippet: own-is-cancelled
  /// BROKEN ON PURPOSE: keeps a variable of its own for `isCancelled`, and nobody ever sets it.
  final class DenyingDownload: Download, @unchecked Sendable {
    private let hasBeenCancelled = false
    override var isCancelled: Bool { hasBeenCancelled }

    override func cancel() {
      super.cancel()
      log(.observed, self, .mark(inheritedIsCancelled(super.isCancelled)))
    }

    override func start() {
      log(.started, self)
      defer { log(.returned, self) }
      log(.observed, self, note: "asks isCancelled")
      if isCancelled {
        finish()
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
      defer { log(.returned, self) }
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
    private var (isFinishing, hasFinished) = (false, false)
    private let work: @Sendable () -> Void

    init(_ log: Log, work: @escaping @Sendable () -> Void = {}) {
      self.work = work
      super.init(log)
    }

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }

    final override var isFinished: Bool { lock.withLock { hasFinished } }

    /// The work, and the end of it.
    final func download() {
      log.during(work)
      finish()
    }

    final func finish() {
      let isFirst = lock.withLock {
        defer { isFinishing = true }
        return !isFinishing
      }
      guard isFirst else { return }
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }
  }
}
