import OperationLab
import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of barrier blocks, which wait for a queue without blocking a thread.
extension Lesson17 {
  static let separates = Claim(
    "A18e", "A barrier block runs after all that was added before and before all added later.",
    origin: .documentation(page: ApplePage.addBarrierBlock),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addBarrierBlock),
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
      .trace(of: "barrier", "the block is no barrier") { $0.removing(.noted, of: "downloads") },
    ]
  ) { runs in
    let run = try runs["barrier"]
    let added = try ["op1", "op2", "op3"].map {
      try run.enqueued($0, in: "downloads", slots: 2, dependencies: [])
    }
    let barrier = try run.first(.noted, of: "downloads", note: barrierAdded)
    try run.require(
      added[0].seq < barrier.seq && added[1].seq < barrier.seq && barrier.seq < added[2].seq,
      "the barrier block was added after op1 and op2 and before op3")
    let looks = try ["op1", "op2"].map { try run.restInQueue(of: $0) }
    try run.require(
      added[2].seq < looks[0].seq && looks[0].state.contains(.executing)
        && looks[1].state.contains(.finished),
      "op1 was still executing, and op2 had made room, when op3 had been added and somebody looked")
    let ends = try ["op1", "op2"].map { try run.first(.ended, of: $0) }
    let block = try (run.first(.began, of: "barrier"), run.first(.ended, of: "barrier"))
    let third = try run.first(.began, of: "op3")
    return .confirmed(
      if: looks[0].seq < ends[0].seq && ends.allSatisfy { $0.seq < block.0.seq }
        && block.1.seq < third.seq,
      "op1 and op2, then the barrier block, then op3, although a slot was free all the time",
      otherwise: "the barrier block did not separate op1 and op2 from op3",
      added + [barrier] + looks + ends + [block.0, block.1, third])
  }

  static let suspendedHoldsBack = Claim(
    "A19c", "A suspended queue does not run a barrier block, either.", origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux a barrier block put into an empty queue is no operation: it goes straight to \
        the threads below, which know nothing of isSuspended.
        """),
    mutants: [
      .passing("barrier-behind-operation", as: "barrier-on-suspended"),
      .trace(of: "barrier-on-suspended", "it never runs") { $0.removing(.began, of: "barrier") },
      .trace(of: "barrier-on-suspended", "the queue is not suspended") {
        $0.replacing(.settled, of: "op1") { $0.state.insert(.finished) }
      },
    ]
  ) { runs in
    let run = try runs["barrier-on-suspended"]
    let suspended = try run.first(.suspended, of: "downloads")
    let barrier = try run.first(.noted, of: "downloads", note: barrierAdded)
    // Shows that the queue is suspended, whatever the barrier block does.
    let witness = try run.enqueued("op1", in: "downloads", isSuspended: true)
    let look = try run.restInQueue(of: "op1")
    let resumed = try run.first(.resumed, of: "downloads")
    try run.require(
      suspended.seq < barrier.seq && barrier.seq < witness.seq,
      "the barrier block was put into the suspended queue, and op1 after it")
    try run.require(
      look.seq < resumed.seq && !look.state.contains(.finished) && look.note == "in downloads",
      "the queue held op1 back")
    let began = try run.first(.began, of: "barrier")
    return .confirmed(
      if: resumed.seq < began.seq, "it ran when the queue went on",
      otherwise: "it ran while the queue was suspended, which held op1 back",
      [suspended, barrier, began, witness, look, resumed])
  }

  static let waitsBehindOperation = Claim(
    "A19f", "... but it waits behind an operation that a suspended queue holds back.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because:
        "With something to wait for, the barrier block becomes an operation that depends on it."),
    mutants: [
      .passing("barrier-on-suspended", as: "barrier-behind-operation"),
      .trace(of: "barrier-behind-operation", "it runs while the queue is suspended") {
        $0.movingToFront(.began, of: "barrier")
      },
      .trace(of: "barrier-behind-operation", "the queue is not suspended") {
        $0.removing(.suspended)
      },
      .trace(of: "barrier-behind-operation", "nobody looked") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["barrier-behind-operation"]
    let suspended = try run.first(.suspended, of: "downloads")
    let added = try run.enqueued("op1", in: "downloads", isSuspended: true)
    let barrier = try run.first(.noted, of: "downloads", note: barrierAdded)
    let look = try run.restInQueue(of: "op1")
    let resumed = try run.first(.resumed, of: "downloads")
    try run.require(
      added.seq < barrier.seq && barrier.seq < look.seq && look.seq < resumed.seq
        && look.state == .ready && look.note == "in downloads",
      "the barrier block was added behind op1, and then somebody looked")
    let (end, began) = try (run.first(.ended, of: "op1"), run.first(.began, of: "barrier"))
    try run.require(
      !run.all(.waiting).contains { wait in
        ["op1", "downloads"].contains { wait.note.contains($0) }
      }, "no thread waited for op1")
    return .confirmed(
      if: resumed.seq < began.seq && end.seq < began.seq,
      "when the queue went on, op1 ran, and then the barrier block",
      otherwise: "it ran while the queue was suspended, or before op1 had",
      [suspended, added, barrier, look, resumed, end, began])
  }

  static let addingReturns = Claim(
    "A18f", "Adding a cancelled operation while a barrier block waits returns at once.",
    origin: .kit,
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
      .trace(of: "cancelled-behind-barrier", "op2 is not cancelled") {
        $0.replacing(.enqueued, of: "op2") { $0.state.remove(.cancelled) }
      },
      .trace(of: "cancelled-behind-barrier", "no barrier block waits") { $0.removing(.noted) },
    ]
  ) { runs in
    let run = try runs["cancelled-behind-barrier"]
    let scene = try barrierWaits(in: run)
    let call = try run.enqueued("op2", in: "downloads")
    try run.require(call.state.contains(.cancelled), "op2 was cancelled when it was put in")
    let next = try run.occurrence(of: .started, of: "next")
    if next.isNever {
      let last = run.trace.events.last { $0.thread == "main" && $0.kind != .settled }
      try run.require(
        run.snapshot?.isProgramBlocked == true && last?.seq == call.seq,
        "the program is stuck, and the last that it did was to add op2")
    }
    return .confirmed(
      if: !next.isNever, "the program went on and started 'next'",
      otherwise: "the call never returned: 'next' was never started",
      scene + [call, next.evidence])
  }

  static let cancellingLaterReturns = Claim(
    "A18j", "... and to cancel it once it was added hinders nobody.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() takes no lock of the queue's, and op2 is started when the barrier block has \
        ended.
        """),
    mutants: [
      .passing("cancelled-behind-barrier", as: "cancelled-once-added"),
      .trace(of: "cancelled-once-added", "it is never cancelled") { $0.removing(.cancelled) },
      .trace(of: "cancelled-once-added", "'next' is never started") {
        $0.removing(.started, of: "next")
      },
      .trace(of: "cancelled-once-added", "no barrier block waits") { $0.removing(.noted) },
    ]
  ) { runs in
    let run = try runs["cancelled-once-added"]
    let scene = try barrierWaits(in: run)
    let added = try run.enqueued("op2", in: "downloads")
    let cancelled = try run.first(.cancelled, of: "op2")
    let block = try run.first(.began, of: "barrier")
    let next = try run.first(.started, of: "next")
    let rest = try run.last(.settled, of: "op2")
    try run.require(
      !added.state.contains(.cancelled) && added.seq < cancelled.seq && cancelled.seq < block.seq
        && cancelled.seq < next.seq,
      "op2 was cancelled after it was added, while the barrier block waited, and then came 'next'")
    return .confirmed(
      if: next.seq < block.seq && rest.state.contains([.finished, .cancelled]),
      "the program went on and started 'next'; op2 finished behind the barrier block",
      otherwise: "the program did not go on, or op2 was '\(rest.state)' in the end",
      scene + [added, cancelled, next, block, rest])
  }

  /// The premise: op1 was executing in the queue, and a barrier block waited for it.
  static func barrierWaits(in run: Run) throws -> [Evidence] {
    let added = try run.enqueued("op1", in: "downloads", isSuspended: false)
    let barrier = try run.first(.noted, of: "downloads", note: barrierAdded)
    let look = try run.restInQueue(of: "op1")
    let began = run.all(.began, of: "barrier").first
    try run.require(
      added.seq < barrier.seq && barrier.seq < look.seq && look.state.contains(.executing)
        && began.map { look.seq < $0.seq } != false,
      "a barrier block waited for op1, which was executing")
    return [added, barrier, look]
  }

  /// What a traced queue writes down when it is given a barrier block.
  static let barrierAdded = "barrier block added"
}
