import Foundation
import OperationLab
@_spi(Course) import OperationTesting

extension Lesson16 {
  // snippet: silent
  /// BROKEN ON PURPOSE: never reports finished.
  final class SilentTransfer: Transfer, @unchecked Sendable {
    override func start() {
      log(.started, self)
    }
  }
  // end snippet

  // snippet: reporting
  /// Fixed: reports finished.
  final class ReportingTransfer: Transfer, @unchecked Sendable {
    override func start() {
      log(.started, self)
      finish()
    }
  }
  // end snippet

  // snippet: in-main
  /// BROKEN ON PURPOSE: reports finished in `main()`, and the inherited `start()` reports it, too.
  final class TwiceFinishedTransfer: Transfer, @unchecked Sendable {
    override func main() {
      log(.began)
      log(.ended)
      finish()
    }
  }
  // end snippet

  // snippet: plain
  /// Fixed: `main()` only does the work.
  final class PlainTransfer: TransferBase, @unchecked Sendable {
    override func main() {
      log(.began)
      log(.ended)
    }
  }
  // end snippet

  // snippet: transfer
  /// Reports finished in `finish()`.
  class Transfer: TransferBase, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var hasFinished = false

    final override var isFinished: Bool { lock.withLock { hasFinished } }

    final func finish() {
      willChangeValue(forKey: "isFinished")
      lock.withLock { hasFinished = true }
      log(.finished, self)
      didChangeValue(forKey: "isFinished")
    }
  }
  // end snippet

  // snippet: deinit
  /// Records when it is deallocated, and when its completion block is set and runs.
  class TransferBase: TracedOperation, @unchecked Sendable {
    private let turn = NSLock()

    deinit { log(.released) }

    final override func cancel() {
      super.cancel()
      log(.cancelled, self)
    }

    final override var completionBlock: (@Sendable () -> Void)? {
      get { super.completionBlock }
      set {
        guard let block = newValue else {
          log(Marks.blockGone)
          return super.completionBlock = nil
        }
        log(Marks.blockSet)
        // It does not capture the operation, which would hold itself. If the block runs twice, the
        // lock records one run after the other.
        super.completionBlock = { [log, turn] in
          turn.withLock {
            log(.completed)
            block()
            log(Marks.blockReturns)
          }
        }
      }
    }
  }
  // end snippet

  /// The marks that the programs record.
  enum Marks {
    static let blockSet: Trace.Event.Mark = "gets a completion block"
    static let blockGone: Trace.Event.Mark = "loses its completion block"
    static let blockReturns: Trace.Event.Mark = "completion block returns"
    static let saved: Trace.Event.Mark = "saved, in the completion block"
    static let holdsSecond: Trace.Event.Mark = "still holds second"
  }
}
