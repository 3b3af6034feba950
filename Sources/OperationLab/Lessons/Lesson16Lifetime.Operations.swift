import Foundation

/// The operations of lesson 16.
enum Lifetime {
  // snippet: silent
  /// BROKEN ON PURPOSE: never reports finished.
  final class SilentTransfer: Transfer, @unchecked Sendable {
    override func start() {
      log(.started, self)
    }
  }
  // end snippet

  // snippet: reporting
  /// The same, except that it does.
  final class ReportingTransfer: Transfer, @unchecked Sendable {
    override func start() {
      log(.started, self)
      finish()
    }
  }
  // end snippet

  // snippet: in-main
  /// BROKEN ON PURPOSE: reports finished in `main()`, although the inherited `start()` will.
  final class EagerTransfer: Transfer, @unchecked Sendable {
    override func main() {
      log(.began)
      log(.ended)
      finish()
    }
  }
  // end snippet

  // snippet: plain
  /// The same, except that it leaves that to `start()`.
  final class PlainTransfer: TracedOperation, @unchecked Sendable {
    override func main() {
      log(.began)
      log(.ended)
    }

    deinit { log(.released) }
  }
  // end snippet

  // snippet: deinit
  /// Says when it is deallocated.
  class Transfer: TracedOperation, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    deinit { log(.released) }

    final override var isFinished: Bool { lock.withLock { hasFinished } }

    final func finish() {
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }
  }
  // end snippet
}
