import Foundation
import OperationTesting

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
