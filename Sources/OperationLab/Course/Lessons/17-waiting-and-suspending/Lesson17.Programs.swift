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

/// What lesson 17 has to say of barrier blocks, which wait for a queue without blocking a thread.
extension Lesson17 {
  // snippet: barrier
  static let barrier = Program(
    "barrier", role: .fixed,
    "A barrier block is added after op1 and op2, and op3 after it. op1 goes on for a while."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let mayEnd = bench.gate("op1 may end")
    queue.addOperation(bench.block("op1") { mayEnd.wait() })
    queue.addOperation(bench.block("op2"))
    queue.addBarrierBlock {
      bench.log("barrier").during {}
    }
    queue.addOperation(bench.block("op3"))
    bench.settle()
    mayEnd.open()
  }
  // end snippet

  // snippet: barrier-suspended
  /// BROKEN ON PURPOSE: relies on a suspended queue to hold a barrier block back.
  static let onSuspended = Program(
    "barrier-on-suspended", role: .broken,
    "A barrier block is put into a queue that is suspended and empty, and an operation later."
  ) { bench in
    let queue = bench.queue("downloads")
    queue.isSuspended = true
    queue.addBarrierBlock { bench.log("barrier").during {} }
    bench.settle()
    queue.addOperation(bench.block("op1"))
    bench.settle()
    queue.isSuspended = false
  }

  static let behindOperation = Program(
    "barrier-behind-operation", role: .fixed, "The same, but the operation is put in first."
  ) { bench in
    let queue = bench.queue("downloads")
    queue.isSuspended = true
    queue.addOperation(bench.block("op1"))
    queue.addBarrierBlock { bench.log("barrier").during {} }
    bench.settle()
    queue.isSuspended = false
  }
  // end snippet

  // snippet: cancelled-behind-barrier
  /// BROKEN ON PURPOSE: adds an operation that is cancelled already while a barrier block waits.
  static let cancelledBefore = Program(
    "cancelled-behind-barrier", role: .broken,
    "op1 runs, a barrier block waits for it, and op2, already cancelled, is added.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    behindBarrier(bench) { op2, add in
      op2.cancel()
      add(op2)
    }
  }

  static let cancelledAfter = Program(
    "cancelled-once-added", role: .fixed, "The same, but op2 is cancelled after it was added."
  ) { bench in
    behindBarrier(bench) { op2, add in
      add(op2)
      op2.cancel()
    }
  }
  // end snippet

  // snippet: behind-barrier
  static func behindBarrier(
    _ bench: Bench, enter: (_ op2: Operation, _ add: (Operation) -> Void) -> Void
  ) {
    // A traced queue that the bench must not ask for what it holds: on Linux the call keeps the
    // queue's lock for ever, and whoever asks then waits for ever, too.
    let queue = TracedQueue(
      log: bench.log("downloads"), roster: bench.roster, holdsOperations: true)
    let mayEnd = bench.gate("op1 may end")
    let next = bench.block("next")
    queue.addOperation(bench.block("op1") { mayEnd.wait() })
    queue.addBarrierBlock { bench.log("barrier").during {} }
    bench.settle()
    enter(bench.block("op2"), queue.addOperation)
    next.start()
    mayEnd.open()
  }
  // end snippet
}

/// What lesson 17 has to say of the main queue, where much of the rest is different.
extension Lesson17 {
  // snippet: main-queue
  static let ignores = Program(
    "main-queue", role: .article,
    "A queue of our own and the main queue get the same calls: suspended, and told to cancel all."
  ) { bench in
    let (own, main) = (bench.queue("own queue"), bench.mainQueue())
    let (op1, op2) = (bench.block("op1"), bench.block("op2"))
    own.isSuspended = true
    main.setSuspended(true)
    own.addOperation(op1)
    main.addOperation(op2)
    own.cancelAllOperations()
    main.cancelAllOperations()
    for operation in [op1, op2] {
      bench.observe(operation, note: "after cancelAllOperations()")
    }
    bench.settle()
    own.isSuspended = false
    main.setSuspended(false)
  }
  // end snippet

  // snippet: main-barrier
  /// BROKEN ON PURPOSE: relies on a barrier block of the main queue to run on the main thread.
  static let barrierOnMainQueue = Program(
    "main-barrier", role: .broken, "A barrier block is put into the main queue, which is empty."
  ) { bench in
    bench.mainQueue().addBarrierBlock {
      bench.log("barrier").during {}
    }
  }
  // end snippet

  // snippet: wait-on-main
  /// BROKEN ON PURPOSE: the main thread waits for what only the main thread can run.
  static let waitOnMain = Program(
    "wait-on-main", role: .broken, "The main thread waits for an operation in the main queue.",
    expected: .hangs
  ) { bench in
    let save = bench.block("save")
    bench.mainQueue().addOperation(save)
    save.waitUntilFinished()
  }

  static let letMainGo = Program(
    "let-main-go", role: .fixed, "The main thread goes back to its run loop; 'done' depends on it."
  ) { bench in
    let save = bench.block("save")
    let done = bench.block("done")
    done.addDependency(save)
    bench.mainQueue().addOperation(done)
    bench.mainQueue().addOperation(save)
  }
  // end snippet
}
