import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of the main queue, where much of the rest is different.
extension Lesson17 {
  static let suspensionIsIgnored = Claim(
    "A19d", "The main queue can be suspended like any other.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Setting isSuspended of the main queue does nothing here. Apple's page makes no exception for \
        the main queue; that macOS makes one, too, is our guess.
        """),
    mutants: [
      .trace(of: "main-queue", "op2 begins when it goes on") { $0.movingToEnd(.began, of: "op2") },
      .trace(of: "main-queue", "op2 never begins") { $0.removing(.began, of: "op2") },
      .trace(of: "main-queue", "our own queue holds nothing back") {
        $0.movingToFront(.started, of: "op1")
      },
    ]
  ) { runs in
    let run = try runs["main-queue"]
    // The same calls made a queue of our own wait, so they are the right ones.
    let suspended = try run.first(.suspended, of: "own queue")
    let control = try run.enqueued("op1", in: "own queue", isSuspended: true)
    let held = try run.first(.started, of: "op1")
    let resumed = try run.first(.resumed, of: "own queue")
    try run.require(resumed.seq < held.seq, "a queue of our own held its operation back")
    let asked = try run.first(.suspended, of: "main queue")
    let added = try run.enqueued("op2", in: "main queue")
    let look = try run.restInQueue(of: "op2")
    let began = try run.first(.began, of: "op2")
    let end = try run.first(.resumed, of: "main queue")
    try run.require(
      asked.seq < added.seq && added.seq < look.seq && look.seq < end.seq,
      "the main queue got the same")
    return .confirmed(
      if: look.seq < began.seq, "op2 began when the main queue went on",
      otherwise: "op2 ran between suspending and resuming; in a queue of our own, op1 did not",
      [suspended, control, asked, added, began, look, resumed, held, end])
  }

  static let cancelAllIsIgnored = Claim(
    "A20b", "cancelAllOperations() cancels what is in the main queue, too.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The call does nothing on the main queue here. Apple's page makes no exception for the main \
        queue; that macOS makes one, too, is our guess. Cancel the operations one by one.
        """),
    mutants: [
      .trace(of: "main-queue", "op2 is cancelled") {
        $0.replacing(.observed, of: "op2") { $0.state.insert(.cancelled) }
      },
      .trace(of: "main-queue", "op1, in a queue of our own, is not cancelled, either") {
        $0.replacing(.observed, of: "op1") { $0.state.remove(.cancelled) }
      },
      .trace(of: "main-queue", "op2 came after the call") { $0.movingToEnd(.enqueued, of: "op2") },
    ]
  ) { runs in
    let run = try runs["main-queue"]
    let call = try run.first(.cancelled, of: "own queue", note: "all operations")
    let control = try run.first(.observed, of: "op1", note: "after cancelAllOperations()")
    try run.enqueued("op1", in: "own queue")
    try run.require(
      call.seq < control.seq && control.state.contains(.cancelled),
      "the same call cancelled what was in a queue of our own")
    let added = try run.enqueued("op2", in: "main queue")
    let same = try run.first(.cancelled, of: "main queue", note: "all operations")
    let look = try run.first(.observed, of: "op2", note: "after cancelAllOperations()")
    let began = try run.first(.began, of: "op2")
    let end = try run.last(.settled, of: "op2")
    try run.require(
      added.seq < same.seq && same.seq < look.seq && look.seq < began.seq,
      "op2 was in the main queue at the call")
    return .confirmed(
      if: look.state.contains(.cancelled), "op2 was cancelled",
      otherwise: "op2 was not cancelled, and ran; in a queue of our own, op1 was cancelled",
      [call, control, added, same, look, began, end])
  }

  static let barrierOnMain = Claim(
    "A07c", "A barrier block of the main queue runs on the main thread, too.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux an empty queue hands it straight to a concurrent queue of its own below, and \
        so does the main queue.
        """),
    mutants: [
      .trace(of: "main-barrier", "it runs on main") {
        $0.replacing(.began, of: "barrier") { $0.thread = "main" }
      },
      .trace(of: "main-barrier", "it never runs") { $0.removing(.began) },
    ]
  ) { runs in
    let run = try runs["main-barrier"]
    let added = try run.first(.noted, of: "main queue", note: barrierAdded)
    let before = run.all(.enqueued).filter { $0.seq < added.seq && $0.note == added.subject }
    let looks = run.all(.settled).filter { $0.seq < added.seq && $0.note == "in no queue" }
    try run.require(
      before.allSatisfy { entry in
        looks.contains { entry.seq < $0.seq && $0.subject == entry.subject }
      }, "the main queue was empty")
    let began = try run.first(.began, of: "barrier")
    return .confirmed(
      if: began.thread == "main", "it ran on main", otherwise: "it ran on \(began.thread)",
      [added, began])
  }

  static let waitingDeadlocks = Claim(
    "A18g", "The main thread that waits for an operation in the main queue waits for ever.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "Only the main thread's run loop starts it, and the thread is asleep."),
    mutants: [
      .passing("let-main-go", as: "wait-on-main"),
      .trace(of: "wait-on-main", "it is started after all") { $0.inserting(.started, of: "save") },
      .trace(of: "wait-on-main", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["wait-on-main"]
    let added = try run.enqueued("save", in: "main queue")
    let wait = try run.first(.waiting, of: "program", note: "for operation save")
    try run.require(wait.thread == "main", "it is the main thread that waits")
    let start = try run.occurrence(of: .started, of: "save")
    if start.isNever {
      try run.stuck("program", .blocksItself, waitsFor: ["save"])
      try run.stuck("save", .mainThreadBlocked)
    }
    return .confirmed(
      if: start.isNever, "save was never started", otherwise: "save was started",
      [added, wait, start.evidence])
  }

  static let mainGoesOn = Claim(
    "A18k", "... and a main thread that goes back to its run loop runs it, and what depends on it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.mainQueue),
      because: "The run loop starts what is ready in the main queue, one by one."),
    mutants: [
      .passing("wait-on-main", as: "let-main-go"),
      .trace(of: "let-main-go", "save runs on another thread") {
        $0.replacing(.began, of: "save") { $0.thread = "T1" }
      },
      .trace(of: "let-main-go", "done does not depend on it") {
        $0.movingToFront(.started, of: "done")
      },
    ]
  ) { runs in
    let run = try runs["let-main-go"]
    let judgement = try comesAfter("save", "done", in: "main queue", width: nil, run)
    let bodies = try ["save", "done"].map { try run.first(.began, of: $0) }
    return .confirmed(
      if: judgement.verdict == .confirmed && bodies.allSatisfy { $0.thread == "main" },
      "save, then done, both on the main thread, which waited for neither",
      otherwise: "they did not run one after the other on the main thread",
      judgement.evidence + bodies)
  }
}
