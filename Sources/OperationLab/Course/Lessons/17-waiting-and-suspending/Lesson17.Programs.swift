import Foundation
@_spi(Course) import OperationBench

extension Lesson17 {
  static let addAndWait = Program(
    "add-and-wait", role: .article,
    "A thread adds op1 and op2 and waits for them. Later both may end."
  ) { bench in
    blocks(bench) { queue, operations in
      queue.addOperations(operations, waitUntilFinished: true)
    }
  }

  static let waitUntilAll = Program(
    "wait-until-all", role: .article,
    "A thread adds op1 and op2, and then waits until the queue is empty. Later both may end."
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
  /// BROKEN ON PURPOSE: an operation waits until its own queue is empty.
  static let waitInside = Program(
    "wait-inside", role: .broken, "The body of 'tidy up' waits until its own queue is empty.",
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
    "dependency-instead", role: .fixed, "'tidy up' depends on op1 instead of waiting."
  ) { bench in
    let queue = bench.queue("downloads")
    let op1 = bench.block("op1")
    let tidyUp = bench.block("tidy up")
    tidyUp.addDependency(op1)
    [tidyUp, op1].forEach(queue.addOperation)
  }
  // end snippet

  // snippet: wait-for-neighbour
  /// BROKEN ON PURPOSE: an operation waits for another, which needs its slot.
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
  // end snippet

  // snippet: suspended
  static let suspended = Program(
    "suspended", role: .article,
    "The queue is suspended while op1 runs. op2 is added. Then the queue is resumed."
  ) { bench in
    let queue = suspend(bench)
    queue.isSuspended = false
  }

  /// BROKEN ON PURPOSE: a queue is suspended and never resumed.
  static let neverResumed = Program(
    "never-resumed", role: .broken,
    "The queue is suspended while op1 runs. op2 is added. It is never resumed.", expected: .hangs
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
    "Width 1: op1 runs, op2 and op3 wait. All are cancelled. Then op1 reads isCancelled."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    let mayRead = bench.gate("op1 may read")
    queue.addOperation(ReadingOperation(bench.log("op1"), when: mayRead))
    queue.addOperation(bench.block("op2"))
    queue.addOperation(bench.block("op3"))
    bench.settle()
    queue.cancelAllOperations()
    bench.settle()
    mayRead.open()
  }

  // snippet: completion-blocks
  static let blocksWhenCancelled = Program(
    "completion-blocks", role: .article,
    "op1 runs, op2 depends on it. All are cancelled. Their completion blocks wait at a gate."
  ) { bench in
    let queue = bench.queue("downloads", width: 2)
    let mayRead = bench.gate("op1 may read")
    let mayReturn = bench.gate("the blocks may return")
    let op1 = ReadingOperation(bench.log("op1"), when: mayRead)
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
    mayRead.open()
    bench.settle()
    mayReturn.open()
  }
  // end snippet

  // snippet: current-queue
  static let currentQueue = Program(
    "current-queue", role: .article,
    "Width 1: op1 reads its current queue, and which operations are in the queue."
  ) { bench in
    let queue = bench.queue("downloads", width: 1)
    let areAdded = bench.gate("all are added", isTraced: false)
    let log = bench.log("op1")
    let op1 = bench.block("op1") {
      areAdded.wait()
      noteCurrentQueue(log)
      log(operations(queue.operations.compactMap(\.name)))
      log(operationCount(queue.operationCount))
      let hasRead = bench.gate("thread has read", isTraced: false)
      bench.elsewhere {
        noteCurrentQueue(bench.log("op1's own thread"))
        hasRead.open()
      }
      hasRead.wait()
    }
    [op1, bench.block("op2"), bench.block("op3")].forEach(queue.addOperation)
    areAdded.open()
    noteCurrentQueue(bench.log("program"))
  }
  // end snippet
}

// Barrier blocks, which wait for a queue and block no thread.
extension Lesson17 {
  // snippet: barrier
  static let barrier = Program(
    "barrier", role: .fixed,
    "A barrier block is added after op1 and op2, and then op3. op1 runs until the gate opens."
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
  /// BROKEN ON PURPOSE: expects a suspended queue not to run a barrier block.
  static let onSuspended = Program(
    "barrier-on-suspended", role: .broken,
    "A barrier block is added to a queue that is suspended and empty, and then an operation."
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
    "barrier-behind-operation", role: .fixed,
    "An operation is added to a queue that is suspended and empty, and then a barrier block."
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
  /// BROKEN ON PURPOSE: adds a cancelled operation while a barrier block waits.
  static let cancelledBefore = Program(
    "cancelled-behind-barrier", role: .broken,
    "op1 runs, and a barrier block waits for it. op2 is cancelled and then added.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    // The bench must not ask this queue for its operations. On Linux the last call keeps the queue's
    // lock forever.
    let queue = TracedQueue(
      log: bench.log("downloads"), registry: bench.registry, holdsOperations: true)
    let mayEnd = bench.gate("op1 may end")
    let next = bench.block("next")
    queue.addOperation(bench.block("op1") { mayEnd.wait() })
    queue.addBarrierBlock { bench.log("barrier").during {} }
    bench.settle()
    let op2 = bench.block("op2")
    op2.cancel()
    queue.addOperation(op2)
    next.start()
    mayEnd.open()
  }
  // end snippet

  // snippet: barrier-in-empty-queue
  /// BROKEN ON PURPOSE: takes an empty queue for one whose barrier blocks have run.
  static let waitForBarrier = Program(
    "wait-for-barrier", role: .broken,
    "A barrier block is added to an empty queue. A thread waits for the queue, and then op1 is added."
  ) { bench in
    let (queue, mayEnd) = barrierInEmptyQueue(bench)
    bench.elsewhere { bench.log("caller").during { queue.waitUntilAllOperationsAreFinished() } }
    bench.settle()
    queue.addOperation(bench.block("op1"))
    bench.settle()
    mayEnd.open()
  }

  /// BROKEN ON PURPOSE: expects op1 to wait for a barrier block of a queue that has an underlyingQueue.
  static let overtaken = Program(
    "barrier-underlying-queue", role: .broken,
    "The queue has an underlyingQueue. A barrier block is added while it is empty, and then op1."
  ) { bench in
    let threads = DispatchQueue(label: "threads", attributes: .concurrent)
    let (queue, mayEnd) = barrierInEmptyQueue(bench, below: threads)
    queue.addOperation(bench.block("op1"))
    bench.settle()
    withExtendedLifetime(threads) { mayEnd.open() }
  }

  static func barrierInEmptyQueue(
    _ bench: Bench, below: DispatchQueue? = nil
  ) -> (OperationQueue, Gate) {
    let queue = bench.queue("downloads")
    queue.underlyingQueue = below
    let mayEnd = bench.gate("the block may end")
    queue.addBarrierBlock { bench.log("barrier").during { mayEnd.wait() } }
    bench.settle()
    return (queue, mayEnd)
  }
  // end snippet
}

// The main queue.
extension Lesson17 {
  // snippet: main-queue
  static let ignores = Program(
    "main-queue", role: .article,
    "A queue and the main queue get the same calls: suspend, and cancel all operations."
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
  /// BROKEN ON PURPOSE: expects a barrier block of the main queue to run on the main thread.
  static let barrierOnMainQueue = Program(
    "main-barrier", role: .broken, "A barrier block is added to the main queue, which is empty."
  ) { bench in
    bench.mainQueue().addBarrierBlock {
      bench.log("barrier").during {}
    }
  }
  // end snippet

  // snippet: wait-on-main
  /// BROKEN ON PURPOSE: the main thread waits for an operation that only the main thread can run.
  static let waitOnMain = Program(
    "wait-on-main", role: .broken, "The main thread waits for an operation in the main queue.",
    expected: .hangs
  ) { bench in
    let save = bench.block("save")
    bench.mainQueue().addOperation(save)
    save.waitUntilFinished()
  }
  // end snippet
}
