import Foundation

extension Lifetime {
  static let programs = [
    neverFinishes, finishes, inNoQueue, keptByDependent, capturesItself, capturesWeakly, completion,
    finishesInMain, dependentFirst, waitReturnsFirst, leftToChance, operationBetween,
  ]

  // snippet: never-finishes
  private static let neverFinishes = Program(
    "never-finishes", role: .article,
    "A queue holds the only reference to an operation, which never reports finished.",
    expected: .hangs
  ) { bench in
    leaveToQueue(bench) {
      let transfer = SilentTransfer(bench.log("transfer"))
      transfer.completionBlock = { bench.log("transfer")(.completed) }
      return transfer
    }
  }
  // end snippet

  private static let finishes = Program(
    "finishes", role: .fixed, "The same; it reports finished."
  ) { bench in
    leaveToQueue(bench) {
      let transfer = ReportingTransfer(bench.log("transfer"))
      transfer.completionBlock = { bench.log("transfer")(.completed) }
      return transfer
    }
  }

  // snippet: leave
  /// Puts an operation into a queue and lets go of it, before the queue starts it.
  private static func leaveToQueue(_ bench: Bench, _ make: () -> Operation) {
    let queue = bench.queue("transfers", holdsOperations: false)
    queue.isSuspended = true
    queue.addOperation(make())
    queue.isSuspended = false
  }
  // end snippet

  private static let inNoQueue = Program(
    "in-no-queue", role: .article, "It is started by hand, never reports finished, and is let go."
  ) { bench in
    SilentTransfer(bench.log("transfer")).start()
    bench.log("owner")(.noted, note: "has let go")
  }

  private static let keptByDependent = Program(
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
      bench.log("owner")(.noted, note: "still holds second")
    }
  }

  private static func addFirst(before second: Operation, to queue: OperationQueue, _ bench: Bench) {
    let first = PlainTransfer(bench.log("first"))
    second.addDependency(first)
    queue.addOperation(first)
  }

  // snippet: captures-itself
  /// BROKEN ON PURPOSE: the operation holds its completion block, and that holds the operation.
  private static let capturesItself = Program(
    "captures-itself", role: .broken, "The completion block uses its own operation."
  ) { bench in
    leaveToQueue(bench) {
      // snippet: captures
      let transfer = PlainTransfer(bench.log("transfer"))
      transfer.completionBlock = {
        transfer.log(.completed, transfer)
      }
      return transfer
      // end snippet
    }
  }
  // end snippet

  // snippet: captures-weakly
  private static let capturesWeakly = Program(
    "captures-weakly", role: .fixed, "The same; the completion block holds it weakly."
  ) { bench in
    leaveToQueue(bench) {
      let transfer = PlainTransfer(bench.log("transfer"))
      transfer.completionBlock = { [weak transfer] in
        transfer?.log(.completed, transfer)
      }
      return transfer
    }
  }
  // end snippet

  private static let completion = Program(
    "completion", role: .article,
    "Two operations with completion blocks; the second is cancelled before it starts."
  ) { bench in
    let queue = bench.queue("transfers", width: 1)
    queue.isSuspended = true
    let transfers = ["done", "cancelled"].map { PlainTransfer(bench.log($0)) }
    for transfer in transfers {
      transfer.completionBlock = { transfer.log(.completed, transfer) }
      queue.addOperation(transfer)
    }
    transfers[1].cancel()
    queue.isSuspended = false
  }

  private static let finishesInMain = Program(
    "finishes-in-main", role: .broken,
    "A subclass reports finished in main(), and the inherited start() does so after it."
  ) { bench in
    let transfer = EagerTransfer(bench.log("transfer"))
    transfer.completionBlock = { transfer.log(.completed) }
    bench.queue("transfers").addOperation(transfer)
  }

  // snippet: dependent-first
  /// BROKEN ON PURPOSE: saves in the completion block what the next operation needs.
  private static let dependentFirst = Program(
    "dependent-first", role: .broken,
    "first's completion block goes on until second, which depends on first, has begun."
  ) { bench in
    // snippet: second-begins
    let hasBegun = bench.gate("second has begun", isTraced: false)
    let first = PlainTransfer(bench.log("first"))
    first.completionBlock = {
      hasBegun.wait()
      bench.log("save")(.noted, note: "saved, in the completion block")
    }
    let second = bench.block("second") { hasBegun.open() }
    second.addDependency(first)
    bench.queue("transfers").addOperations([first, second], waitUntilFinished: false)
    // end snippet
  }
  // end snippet

  private static let waitReturnsFirst = Program(
    "wait-returns-first", role: .broken,
    "The completion block goes on until waitUntilFinished() has returned."
  ) { bench in
    let hasReturned = bench.gate("returned", isTraced: false)
    let first = PlainTransfer(bench.log("first"))
    first.completionBlock = {
      hasReturned.wait()
      bench.log("save")(.noted, note: "saved, in the completion block")
    }
    bench.queue("transfers").addOperation(first)
    first.waitUntilFinished()
    bench.log("caller")(.noted, note: "waitUntilFinished() has returned")
    hasReturned.open()
  }

  // snippet: left-to-chance
  /// BROKEN ON PURPOSE: relies on an order that nothing makes sure of.
  ///
  /// Foundation sends completion block and dependent to two queues of the system, and their threads
  /// race. Which it sends first depends, on Linux, on whether a slot is free for the dependent
  /// before first has given back its own. That is drawn by lot, so that both orders can be seen.
  private static let leftToChance = Program(
    "left-to-chance", role: .broken,
    "The same with nobody waiting for anybody, and a width drawn by lot. Run it with --repeat 10."
  ) { bench in
    let first = PlainTransfer(bench.log("first"))
    first.completionBlock = {
      bench.log("save")(.noted, note: "saved, in the completion block")
    }
    let second = bench.block("second")
    second.addDependency(first)
    bench.queue("transfers", width: Bool.random() ? 1 : 2)
      .addOperations([first, second], waitUntilFinished: false)
  }
  // end snippet

  // snippet: operation-between
  private static let operationBetween = Program(
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
