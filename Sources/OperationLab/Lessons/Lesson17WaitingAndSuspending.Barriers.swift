import Foundation

/// What lesson 17 has to say of barrier blocks, which wait for a queue without blocking a thread.
enum Barriers {
  static let programs = [
    barrier, onSuspended, behindOperation, cancelledBefore, cancelledAfter,
  ]
  static let claims = [separates, suspendedHoldsBack, addingReturns]

  // snippet: barrier
  private static let barrier = Program(
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
  private static let onSuspended = Program(
    "barrier-on-suspended", role: .broken,
    "A barrier block is put into a queue that is suspended and empty."
  ) { bench in
    let queue = bench.queue("downloads")
    queue.isSuspended = true
    queue.addBarrierBlock { bench.log("barrier").during {} }
    bench.settle()
    queue.isSuspended = false
  }

  private static let behindOperation = Program(
    "barrier-behind-operation", role: .fixed, "The same, but the queue is not empty."
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
  private static let cancelledBefore = Program(
    "cancelled-behind-barrier", role: .broken,
    "op1 runs, a barrier block waits for it, and op2, already cancelled, is added.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    behindBarrier(bench) { op2, add in
      op2.cancel()
      add(op2)
    }
  }

  private static let cancelledAfter = Program(
    "cancelled-once-added", role: .fixed, "The same, but op2 is cancelled after it was added."
  ) { bench in
    behindBarrier(bench) { op2, add in
      add(op2)
      op2.cancel()
    }
  }
  // end snippet

  private static func behindBarrier(
    _ bench: Bench, enter: (_ op2: Operation, _ add: (Operation) -> Void) -> Void
  ) {
    // The bench must not know this queue: on Linux the call keeps the queue's lock for ever, and
    // whoever asks the queue what it holds then waits for ever, too.
    let queue = OperationQueue()
    let mayEnd = bench.gate("op1 may end")
    let op2 = bench.block("op2")
    let next = bench.block("next")
    queue.addOperation(bench.block("op1") { mayEnd.wait() })
    queue.addBarrierBlock { bench.log("barrier").during {} }
    bench.settle()
    enter(op2) {
      bench.log("program")(.waiting, note: "for addOperation(op2) to return")
      queue.addOperation($0)
    }
    next.start()
    mayEnd.open()
  }

  private static let separates = Claim(
    "A18e", "A barrier block runs after all that was added before and before all added later.",
    source: .a,
    expected: .everywhere(
      .confirmed,
      because: """
        It waits for everything in the queue, and what comes later waits for it. No thread is \
        blocked meanwhile: this is the way to wait from inside.
        """),
    mutants: [
      .trace(of: "barrier", "the barrier block does not wait for op1") {
        $0.movingToFront(.began, of: "barrier")
      },
      .trace(of: "barrier", "op3 does not wait for the barrier block") {
        $0.movingToFront(.began, of: "op3")
      },
      .trace(of: "barrier", "op1 had ended before anybody looked") {
        $0.movingToFront(.ended, of: "op1")
      },
    ]
  ) { runs in
    let run = try runs["barrier"]
    let look = try run.first(.settled, of: "op1")
    let ends = try ["op1", "op2"].map { try run.first(.ended, of: $0) }
    let block = try (run.first(.began, of: "barrier"), run.first(.ended, of: "barrier"))
    let third = try run.first(.began, of: "op3")
    guard look.seq < ends[0].seq, ends[1].seq < look.seq else {
      return Judgement(.undecided, "op1 was not the only one to wait for", [])
    }
    return .confirmed(
      if: ends.allSatisfy { $0.seq < block.0.seq } && block.1.seq < third.seq,
      "op1 and op2, then the barrier block, then op3, although a slot was free all the time",
      otherwise: "the barrier block did not separate op1 and op2 from op3",
      [look] + ends + [block.0, block.1, third])
  }

  private static let suspendedHoldsBack = Claim(
    "A19c", "A suspended queue does not run a barrier block, either.", source: .a,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux a barrier block put into an empty queue is no operation: it goes straight to the \
        threads below, which know nothing of isSuspended. macOS was not measured.
        """),
    mutants: [
      .passing("barrier-behind-operation", as: "barrier-on-suspended"),
      .trace(of: "barrier-on-suspended", "it never runs") { $0.removing(.began, of: "barrier") },
    ]
  ) { runs in
    let run = try runs["barrier-on-suspended"]
    let suspended = try run.first(.suspended, of: "downloads")
    let began = try run.first(.began, of: "barrier")
    let resumed = try run.first(.resumed, of: "downloads")
    return .confirmed(
      if: resumed.seq < began.seq, "it ran when the queue went on",
      otherwise: "it ran while the queue was suspended", [suspended, began, resumed])
  }

  private static let addingReturns = Claim(
    "A18f", "Adding a cancelled operation while a barrier block waits returns at once.", source: .a,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux the queue holds its lock while it makes the newcomer wait for the barrier block; \
        a cancelled one is ready all the same, says so, and the queue takes its lock again.
        """),
    mutants: [
      .passing("cancelled-once-added", as: "cancelled-behind-barrier"),
      .trace(of: "cancelled-behind-barrier", "nobody looked in the end") {
        $0.removing(.settled, of: "next")
      },
    ]
  ) { runs in
    let run = try runs["cancelled-behind-barrier"]
    let call = try run.first(.waiting, of: "program")
    let next = try run.occurrence(of: .started, of: "next")
    return .confirmed(
      if: !next.isNever, "the program went on and started 'next'",
      otherwise: "the call never returned: 'next' was never started", [call, next.evidence])
  }
}
