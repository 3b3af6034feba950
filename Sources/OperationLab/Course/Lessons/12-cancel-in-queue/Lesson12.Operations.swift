import Foundation
import OperationLab
@_spi(Course) import OperationTesting

extension Lesson12 {
  // snippet: careful
  /// Fixed: its `start()` checks whether it was cancelled, and finishes anyway, as in article C.
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
  /// BROKEN ON PURPOSE: if it was cancelled, its `start()` returns without finishing.
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
  /// BROKEN ON PURPOSE: overrides `isCancelled` with a variable that it never sets.
  final class OwnFlagDownload: Download, @unchecked Sendable {
    private let hasBeenCancelled = false
    override var isCancelled: Bool { hasBeenCancelled }

    override func cancel() {
      super.cancel()
      log(.observed, self, .mark(inheritedIsCancelled(super.isCancelled)))
    }

    override func start() {
      log(.started, self)
      defer { log(.returned, self) }
      log(.observed, self, note: "checks isCancelled")
      if isCancelled {
        finish()
        return
      }
      download()
    }
  }
  // end snippet

  // snippet: eager
  /// BROKEN ON PURPOSE: its `cancel()` finishes it, started or not, as in article D.
  final class EagerDownload: StartableDownload, @unchecked Sendable {
    // snippet: eager-cancel
    override func cancel() {
      super.cancel()
      finish()
    }
    // end snippet
  }
  // end snippet

  // snippet: started-only
  /// Fixed: its `cancel()` finishes it only if it was started.
  final class StartedOnlyDownload: StartableDownload, @unchecked Sendable {
    override func cancel() {
      super.cancel()
      if hasStarted { finish() }
    }
  }
  // end snippet

  // snippet: startable
  /// What the two classes share.
  ///
  /// `start()` sets `started` and then checks `isCancelled`. `cancel()` marks the operation cancelled
  /// and then checks `started`. The second of the two sees what the first has set, so at least one
  /// of them finishes the operation. `finish()` counts only once.
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

  // snippet: finish
  /// Reports isFinished once, and posts the notification without the lock.
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

    /// Does the work and finishes.
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
  // end snippet
}
