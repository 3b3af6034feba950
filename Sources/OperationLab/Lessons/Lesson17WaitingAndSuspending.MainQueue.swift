import Foundation

/// What lesson 17 has to say of the main queue, where much of the rest is different.
enum MainQueueExceptions {
  static let programs = [ignores, barrier, waitOnMain, letMainGo]
  static let claims = [suspensionIsIgnored, cancelAllIsIgnored, barrierOnMain, waitingDeadlocks]

  // snippet: main-queue
  private static let ignores = Program(
    "main-queue", role: .article,
    "The main queue is suspended, gets an operation, and is told to cancel all that it holds."
  ) { bench in
    let queue = bench.mainQueue()
    queue.setSuspended(true)
    let operation = bench.block("op1")
    queue.addOperation(operation)
    queue.cancelAllOperations()
    bench.settle()
    queue.setSuspended(false)
  }
  // end snippet

  // snippet: main-barrier
  /// BROKEN ON PURPOSE: relies on a barrier block of the main queue to run on the main thread.
  private static let barrier = Program(
    "main-barrier", role: .broken, "A barrier block is put into the main queue, which is empty."
  ) { bench in
    bench.mainQueue().addBarrierBlock {
      bench.log("barrier").during {}
    }
  }
  // end snippet

  // snippet: wait-on-main
  /// BROKEN ON PURPOSE: the main thread waits for what only the main thread can run.
  private static let waitOnMain = Program(
    "wait-on-main", role: .broken, "The main thread waits for an operation in the main queue.",
    expected: .hangs
  ) { bench in
    let save = bench.block("save")
    bench.mainQueue().addOperation(save)
    bench.log("program")(.waiting, note: "for operation save")
    save.waitUntilFinished()
  }

  private static let letMainGo = Program(
    "let-main-go", role: .fixed, "The main thread goes back to its run loop; 'done' depends on it."
  ) { bench in
    let save = bench.block("save")
    let done = bench.block("done")
    done.addDependency(save)
    bench.mainQueue().addOperation(save)
    bench.mainQueue().addOperation(done)
  }
  // end snippet

  private static let suspensionIsIgnored = Claim(
    "A19d", "The main queue can be suspended like any other.", source: .a,
    expected: .everywhere(
      .refuted,
      because: """
        Setting isSuspended of the main queue does nothing here; on macOS, where this was not \
        measured, we expect the same.
        """),
    mutants: [
      .trace(of: "main-queue", "op1 begins when it goes on") { $0.movingToEnd(.began, of: "op1") },
      .trace(of: "main-queue", "op1 never begins") { $0.removing(.began, of: "op1") },
    ]
  ) { runs in
    let run = try runs["main-queue"]
    let suspended = try run.first(.suspended, of: "main queue")
    let began = try run.first(.began, of: "op1")
    let resumed = try run.first(.resumed, of: "main queue")
    return .confirmed(
      if: resumed.seq < began.seq, "op1 began when the queue went on",
      otherwise: "op1 ran between suspending and resuming", [suspended, began, resumed])
  }

  private static let cancelAllIsIgnored = Claim(
    "A20b", "cancelAllOperations() cancels what is in the main queue, too.", source: .a,
    expected: .everywhere(
      .refuted,
      because: """
        The call does nothing on the main queue here; on macOS, where this was not measured, we \
        expect the same. Cancel the operations one by one.
        """),
    mutants: [
      .trace(of: "main-queue", "op1 is cancelled") {
        $0.replacing(.settled, of: "op1") { $0.state.insert(.cancelled) }
      },
      .trace(of: "main-queue", "op1 came after the call") { $0.movingToEnd(.enqueued, of: "op1") },
    ]
  ) { runs in
    let run = try runs["main-queue"]
    let added = try run.first(.enqueued, of: "op1")
    let call = try run.first(.cancelled, of: "main queue")
    let end = try run.last(.settled, of: "op1")
    guard added.seq < call.seq else {
      return Judgement(.undecided, "op1 was added after the call", [])
    }
    return .confirmed(
      if: end.state.contains(.cancelled), "op1 was cancelled",
      otherwise: "op1 was not cancelled: \(end.state)", [added, call, end])
  }

  private static let barrierOnMain = Claim(
    "A07c", "A barrier block of the main queue runs on the main thread, too.", source: .a,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux an empty queue hands it straight to a concurrent queue of its own below, and so \
        does the main queue. macOS was not measured.
        """),
    mutants: [
      .trace(of: "main-barrier", "it runs on main") {
        $0.replacing(.began, of: "barrier") { $0.thread = "main" }
      },
      .trace(of: "main-barrier", "it never runs") { $0.removing(.began) },
    ]
  ) { runs in
    let run = try runs["main-barrier"]
    let added = try run.first(.noted, of: "main queue")
    let began = try run.first(.began, of: "barrier")
    return .confirmed(
      if: began.thread == "main", "it ran on main", otherwise: "it ran on \(began.thread)",
      [added, began])
  }

  private static let waitingDeadlocks = Claim(
    "A18g", "The main thread that waits for an operation in the main queue waits for ever.",
    source: .a,
    expected: .everywhere(
      .confirmed, because: "Only the main thread's run loop starts it, and the thread is asleep."),
    mutants: [
      .passing("let-main-go", as: "wait-on-main"),
      .trace(of: "wait-on-main", "it is started after all") { $0.inserting(.started, of: "save") },
      .trace(of: "wait-on-main", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["wait-on-main"]
    let wait = try run.first(.waiting, of: "program")
    let start = try run.occurrence(of: .started, of: "save")
    return .confirmed(
      if: start.isNever, "save was never started", otherwise: "save was started",
      [wait, start.evidence])
  }
}
