import Foundation
import OperationTesting

extension Lesson16 {
  // snippet: never-finishes
  static let neverFinishes = Program(
    "never-finishes", role: .article,
    "A queue holds the only reference to an operation, which never reports finished.",
    expected: .hangs
  ) { bench in
    leaveToQueue(bench) { withBlock(SilentTransfer(bench.log("transfer"))) }
  }
  // end snippet

  static let finishes = Program(
    "finishes", role: .fixed, "The same; it reports finished."
  ) { bench in
    leaveToQueue(bench) { withBlock(ReportingTransfer(bench.log("transfer"))) }
  }

  static func withBlock(_ transfer: Transfer) -> Transfer {
    transfer.completionBlock = {}
    return transfer
  }

  // snippet: leave
  /// Puts an operation into a queue and lets go of it, before the queue starts it.
  static func leaveToQueue(_ bench: Bench, _ make: () -> Operation) {
    let queue = bench.queue("transfers", holdsOperations: false)
    queue.isSuspended = true
    queue.addOperation(make())
    queue.isSuspended = false
  }
  // end snippet

  static let inNoQueue = Program(
    "in-no-queue", role: .article, "It is started by hand, never reports finished, and is let go."
  ) { bench in
    SilentTransfer(bench.log("transfer")).start()
    bench.log("owner")(.noted, note: "has let go")
  }

  static let keptByDependent = Program(
    "kept-by-dependent", role: .article,
    "first has finished. second, which depended on it, has finished too, and somebody holds it."
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
  /// BROKEN ON PURPOSE: the operation holds its completion block, and that holds the operation.
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
    "captures-weakly", role: .fixed, "The same; the completion block holds it weakly."
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
    "Two operations with completion blocks; the second is cancelled before it starts."
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
    "A subclass reports finished in main(), and the inherited start() does so after it."
  ) { bench in
    let transfer = EagerTransfer(bench.log("transfer"))
    transfer.completionBlock = {}
    bench.queue("transfers").addOperation(transfer)
  }

  // snippet: dependent-first
  /// BROKEN ON PURPOSE: saves in the completion block what the next operation needs.
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

  // snippet: wait-returns-first
  /// BROKEN ON PURPOSE: takes it for granted that the block has run when the wait is over.
  static let waitReturnsFirst = Program(
    "wait-returns-first", role: .broken,
    "The completion block waits for what its owner does after waitUntilFinished()."
  ) { bench in
    let first = PlainTransfer(bench.log("first"))
    let next = bench.block("next")
    first.completionBlock = {
      next.waitUntilFinished()
      bench.log("save")(Marks.saved)
    }
    bench.queue("transfers").addOperation(first)
    first.waitUntilFinished()
    next.start()
  }
  // end snippet

  // snippet: left-to-chance
  /// BROKEN ON PURPOSE: relies on an order that nothing makes sure of.
  ///
  /// Foundation sends completion block and dependent to two queues of the system, and their threads
  /// race. Which it sends first depends, on Linux, on whether a slot is free for the dependent
  /// before first has given back its own.
  static let leftToChance = Program(
    "left-to-chance", role: .broken,
    "The same with nobody waiting for anybody: eight times, in queues of width 1 and 2 by turns."
  ) { bench in
    for (round, width) in zip(1..., [1, 2, 1, 2, 1, 2, 1, 2]) {
      let first = PlainTransfer(bench.log("first \(round)"))
      let second = PlainTransfer(bench.log("second \(round)"))
      second.addDependency(first)
      first.completionBlock = {
        bench.log("save \(round)")(Marks.saved)
      }
      bench.queue("transfers \(round)", width: width)
        .addOperations([first, second], waitUntilFinished: false)
      _ = bench.gate("nobody opens it", isTraced: false).waitUnlessQuiet()
    }
  }
  // end snippet

  // snippet: operation-between
  static let operationBetween = Program(
    "operation-between", role: .fixed,
    "What second needs is saved by an operation between first and second."
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
