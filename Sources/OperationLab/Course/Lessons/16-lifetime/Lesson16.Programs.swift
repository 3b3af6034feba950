import Foundation
import OperationDoctor
@_spi(Course) import OperationBench

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

extension Lesson16 {
  // snippet: never-finishes
  static let neverFinishes = Program(
    "never-finishes", role: .article,
    "Only a queue holds an operation, and the operation never reports finished.",
    expected: .hangs
  ) { bench in
    leaveToQueue(bench) { withBlock(SilentTransfer(bench.log("transfer"))) }
  }
  // end snippet

  static let finishes = Program(
    "finishes", role: .fixed, "Only a queue holds an operation, and the operation reports finished."
  ) { bench in
    leaveToQueue(bench) { withBlock(ReportingTransfer(bench.log("transfer"))) }
  }

  static func withBlock(_ transfer: Transfer) -> Transfer {
    transfer.completionBlock = {}
    return transfer
  }

  // snippet: leave
  /// Adds an operation to a queue and releases it before the queue starts it.
  static func leaveToQueue(_ bench: Bench, _ make: () -> Operation) {
    let queue = bench.queue("transfers", holdsOperations: false)
    queue.isSuspended = true
    queue.addOperation(make())
    queue.isSuspended = false
  }
  // end snippet

  static let inNoQueue = Program(
    "in-no-queue", role: .article,
    "An operation in no queue is started, never reports finished, and is released."
  ) { bench in
    SilentTransfer(bench.log("transfer")).start()
    bench.log("owner")(.noted, note: "has released it")
  }

  static let keptByDependent = Program(
    "kept-by-dependent", role: .article,
    "second depends on first. Both have finished, and the program holds second."
  ) { bench in
    let queue = bench.queue("transfers", holdsOperations: false)
    queue.isSuspended = true
    let second = PlainTransfer(bench.log("second"))
    addFirst(before: second, to: queue, bench)
    queue.addOperation(second)
    queue.isSuspended = false
    bench.settle()
    withExtendedLifetime(second) {
      bench.log("owner")(Marks.holdsSecond)
    }
  }

  static func addFirst(before second: Operation, to queue: OperationQueue, _ bench: Bench) {
    let first = PlainTransfer(bench.log("first"))
    second.addDependency(first)
    queue.addOperation(first)
  }

  // snippet: captures-itself
  /// BROKEN ON PURPOSE: the operation holds its completion block, and the block holds the operation.
  static let capturesItself = Program(
    "captures-itself", role: .broken, "The completion block uses its own operation."
  ) { bench in
    leaveToQueue(bench) {
      // snippet: captures
      let transfer = PlainTransfer(bench.log("transfer"))
      transfer.completionBlock = {
        transfer.log(.observed, transfer)
      }
      return transfer
      // end snippet
    }
  }
  // end snippet

  // snippet: captures-weakly
  static let capturesWeakly = Program(
    "captures-weakly", role: .fixed, "The completion block captures its operation weakly."
  ) { bench in
    leaveToQueue(bench) {
      let transfer = PlainTransfer(bench.log("transfer"))
      transfer.completionBlock = { [weak transfer] in
        transfer?.log(.observed, transfer)
      }
      return transfer
    }
  }
  // end snippet

  static let completion = Program(
    "completion", role: .article,
    "Two operations have completion blocks. The second is cancelled before it starts."
  ) { bench in
    let queue = bench.queue("transfers", width: 1)
    queue.isSuspended = true
    let transfers = ["done", "cancelled"].map { PlainTransfer(bench.log($0)) }
    for transfer in transfers {
      transfer.completionBlock = { transfer.log(.observed, transfer) }
      queue.addOperation(transfer)
    }
    transfers[1].cancel()
    queue.isSuspended = false
  }

  static let finishesInMain = Program(
    "finishes-in-main", role: .broken,
    "A subclass reports finished in main(), and then the inherited start() does, too."
  ) { bench in
    let transfer = TwiceFinishedTransfer(bench.log("transfer"))
    transfer.completionBlock = {}
    bench.queue("transfers").addOperation(transfer)
  }

  // snippet: dependent-first
  /// BROKEN ON PURPOSE: the next operation needs a result that the completion block saves.
  static let dependentFirst = Program(
    "dependent-first", role: .broken,
    "first's completion block waits until second, which depends on first, has finished."
  ) { bench in
    // snippet: second-first
    let first = PlainTransfer(bench.log("first"))
    let second = bench.block("second")
    second.addDependency(first)
    first.completionBlock = {
      second.waitUntilFinished()
      bench.log("save")(Marks.saved)
    }
    bench.queue("transfers").addOperations([first, second], waitUntilFinished: false)
    // end snippet
  }
  // end snippet

  // snippet: operation-between
  static let operationBetween = Program(
    "operation-between", role: .fixed,
    "An operation between first and second saves the result."
  ) { bench in
    let first = PlainTransfer(bench.log("first"))
    let save = bench.block("save")
    save.addDependency(first)
    let second = bench.block("second")
    second.addDependency(save)
    bench.queue("transfers").addOperations([first, save, second], waitUntilFinished: false)
  }
  // end snippet
}
