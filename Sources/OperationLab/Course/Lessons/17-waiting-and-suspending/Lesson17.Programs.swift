import Foundation
import OperationTesting

extension Lesson17 {
  static let addAndWait = Program(
    "add-and-wait", role: .article,
    "A thread adds op1 and op2 and waits for them. All comes to rest, then both may end."
  ) { bench in
    blocks(bench) { queue, operations in
      queue.addOperations(operations, waitUntilFinished: true)
    }
  }

  static let waitUntilAll = Program(
    "wait-until-all", role: .article,
    "The same, but it adds them without waiting, and then waits for the queue to be empty."
  ) { bench in
    blocks(bench) { queue, operations in
      queue.addOperations(operations, waitUntilFinished: false)
      queue.waitUntilAllOperationsAreFinished()
    }
  }

  static func blocks(
    _ bench: Bench, call: @escaping @Sendable (OperationQueue, [Operation]) -> Void
  ) {
    let queue = bench.queue("downloads", width: 2)
    let mayEnd = bench.gate("both may end")
    let operations = ["op1", "op2"].map { name in bench.block(name) { mayEnd.wait() } }
    bench.elsewhere {
      bench.log("caller").during { call(queue, operations) }
    }
    bench.settle()
    mayEnd.open()
  }

  // snippet: wait-inside
  /// BROKEN ON PURPOSE: an operation that waits for its own queue to be empty.
  static let waitInside = Program(
    "wait-inside", role: .broken, "'tidy up' waits for its queue to be empty, itself included.",
    expected: .hangs
  ) { bench in
    let queue = bench.queue("downloads")
    let op1 = bench.block("op1")
    // snippet: tidy-up
    let tidyUp = bench.block("tidy up") {
      queue.waitUntilAllOperationsAreFinished()
    }
    [tidyUp, op1].forEach(queue.addOperation)
    // end snippet
  }

  static let dependInside = Program(
    "dependency-instead", role: .fixed, "'tidy up' depends on the others instead."
  ) { bench in
    let queue = bench.queue("downloads")
    let op1 = bench.block("op1")
    let tidyUp = bench.block("tidy up")
    tidyUp.addDependency(op1)
    [tidyUp, op1].forEach(queue.addOperation)
  }
  // end snippet

  // snippet: wait-for-neighbour
  /// BROKEN ON PURPOSE: an operation that waits for another, which needs its slot.
  static let waitForNeighbour = Program(
    "wait-for-neighbour", role: .broken, "Width 1: the body of resize waits for download.",
    expected: .hangs
  ) { bench in
    let queue = bench.queue("images", width: 1)
    let download = bench.block("download")
    let resize = bench.block("resize") {
      download.waitUntilFinished()
    }
    [resize, download].forEach(queue.addOperation)
  }

  static let neighbourFirst = Program(
    "neighbour-first", role: .fixed, "Width 1: resize depends on download instead."
  ) { bench in
    let queue = bench.queue("images", width: 1)
    let download = bench.block("download")
    let resize = bench.block("resize")
    resize.addDependency(download)
    [resize, download].forEach(queue.addOperation)
  }
  // end snippet

  // snippet: suspended
  static let suspended = Program(
    "suspended", role: .article, "The queue is suspended while op1 runs; op2 is added; it goes on."
  ) { bench in
    let queue = suspend(bench)
    queue.isSuspended = false
  }

  /// BROKEN ON PURPOSE: suspended and never resumed.
  static let neverResumed = Program(
    "never-resumed", role: .broken, "The same, and nobody lets the queue go on.", expected: .hangs
  ) { bench in
    _ = suspend(bench)
  }

  static func suspend(_ bench: Bench) -> OperationQueue {
    let queue = bench.queue("downloads", width: 2)
    let mayEnd = bench.gate("op1 may end")
    queue.addOperation(bench.block("op1") { mayEnd.wait() })
    bench.settle()
    queue.isSuspended = true
    queue.addOperation(bench.block("op2"))
    bench.settle()
    mayEnd.open()
    bench.settle()
    return queue
  }
  // end snippet

  static let cancelAll = Program(
    "cancel-all", role: .article,
    "Width 1: op1 is running, op2 and op3 wait. All are cancelled; then op1 looks at isCancelled."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    let mayLook = bench.gate("op1 may look")
    queue.addOperation(LookingOperation(bench.log("op1"), when: mayLook))
    queue.addOperation(bench.block("op2"))
    queue.addOperation(bench.block("op3"))
    bench.settle()
    queue.cancelAllOperations()
    bench.settle()
    mayLook.open()
  }

  // snippet: completion-blocks
  static let blocksWhenCancelled = Program(
    "completion-blocks", role: .article,
    "op1 is running, op2 waits for it. All are cancelled. Their completion blocks are held."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let mayLook = bench.gate("op1 may look")
    let mayReturn = bench.gate("the blocks may return")
    let op1 = LookingOperation(bench.log("op1"), when: mayLook)
    let op2 = bench.block("op2")
    op2.addDependency(op1)
    for (operation, log) in [(op1, bench.log("op1")), (op2, bench.log("op2"))] {
      operation.completionBlock = {
        log(.completed)
        mayReturn.wait()
        log(blockReturns)
      }
      queue.addOperation(operation)
    }
    bench.settle()
    queue.cancelAllOperations()
    mayLook.open()
    bench.settle()
    mayReturn.open()
  }
  // end snippet

  // snippet: current-queue
  static let currentQueue = Program(
    "current-queue", role: .article,
    "Width 1: op1, with op2 and op3 behind it, asks where it is and what is queued."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    let areAdded = bench.gate("all are added", isTraced: false)
    let log = bench.log("op1")
    let op1 = bench.block("op1") {
      areAdded.wait()
      noteCurrentQueue(log)
      log(operations(queue.operations.compactMap(\.name)))
      log(operationCount(queue.operationCount))
      let hasAsked = bench.gate("thread has asked", isTraced: false)
      bench.elsewhere {
        noteCurrentQueue(bench.log("op1's own thread"))
        hasAsked.open()
      }
      hasAsked.wait()
    }
    [op1, bench.block("op2"), bench.block("op3")].forEach(queue.addOperation)
    areAdded.open()
    noteCurrentQueue(bench.log("program"))
  }
  // end snippet
}
