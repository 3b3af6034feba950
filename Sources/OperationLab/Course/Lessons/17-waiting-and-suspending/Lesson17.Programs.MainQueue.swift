import Foundation

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
