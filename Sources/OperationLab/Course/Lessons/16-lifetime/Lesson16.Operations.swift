import Foundation
import OperationLab
import OperationTesting

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
  final class PlainTransfer: Mortal, @unchecked Sendable {
    override func main() {
      log(.began)
      log(.ended)
    }
  }
  // end snippet

  /// Reports finished when it is told to.
  class Transfer: Mortal, @unchecked Sendable {
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

  // snippet: deinit
  /// Writes down when it is deallocated, and what becomes of its completion block.
  class Mortal: TracedOperation, @unchecked Sendable {
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
        // Without the operation: it would hold itself. Should the block be sent off twice, one run is
        // written down after the other.
        super.completionBlock = { [log, turn] in
          turn.withLock {
            log(.completed)
            block()
            log(Marks.blockOver)
          }
        }
      }
    }
  }
  // end snippet

  /// What the programs record about themselves.
  enum Marks {
    static let blockSet: Trace.Event.Mark = "gets a completion block"
    static let blockGone: Trace.Event.Mark = "loses its completion block"
    static let blockOver: Trace.Event.Mark = "completion block is over"
    static let saved: Trace.Event.Mark = "saved, in the completion block"
    static let holdsSecond: Trace.Event.Mark = "still holds second"
  }
}
