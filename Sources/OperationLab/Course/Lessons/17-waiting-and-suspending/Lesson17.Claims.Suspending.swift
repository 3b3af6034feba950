import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of queues that are told to start nothing.
extension Lesson17 {
  static let startsNothing = Claim(
    "A19a", "A suspended queue starts nothing new.",
    origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: "It looks at isSuspended each time before it hands out a slot."),
    mutants: [
      .trace(of: "suspended", "op2 starts while it is suspended") {
        $0.movingToFront(.started, of: "op2")
      },
      .trace(of: "suspended", "nobody looked while it was suspended") {
        $0.movingToFront(.resumed, of: "downloads")
      },
      .trace(of: "suspended", "op2 is not in it") { $0.removing(.enqueued, of: "op2") },
      .passing("never-resumed", as: "suspended"),
    ]
  ) { runs in
    let run = try runs["suspended"]
    let suspended = try run.first(.suspended, of: "downloads")
    let added = try run.enqueued("op2", in: "downloads", slots: 2, isSuspended: true)
    let look = try run.restInQueue(of: "op2")
    let resumed = try run.first(.resumed, of: "downloads")
    let start = try run.first(.started, of: "op2")
    try run.require(
      added.seq < look.seq && look.seq < resumed.seq && look.note == "in downloads",
      "somebody looked at op2 while the queue was suspended")
    let others = run.all(.settled).filter { $0.seq < resumed.seq && $0.note == "in downloads" }
    let running = others.filter { $0.state.contains(.executing) }.map(\.subject)
    try run.require(
      Set(others.map(\.subject)).isSuperset(of: ["op1", "op2"]) && Set(running) == ["op1"],
      "op1 alone had a slot, and another was free")
    return .confirmed(
      if: resumed.seq < start.seq && look.state == .ready,
      "op2, ready and with a free slot, was started only when the queue went on",
      otherwise: "op2 was started while the queue was suspended",
      [suspended, added, look, resumed, start])
  }

  static let runningGoesOn = Claim(
    "A19b", "... and what runs goes on.", origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: "A queue has no way to stop a body that runs."),
    mutants: [
      .trace(of: "suspended", "op1 ends only when the queue goes on") {
        $0.movingToEnd(.ended, of: "op1")
      },
      .trace(of: "suspended", "op1 had ended before") { $0.movingToFront(.ended, of: "op1") },
      .trace(of: "suspended", "op1 is not in it") { $0.removing(.enqueued, of: "op1") },
    ]
  ) { runs in
    let run = try runs["suspended"]
    let suspended = try run.first(.suspended, of: "downloads")
    let resumed = try run.first(.resumed, of: "downloads")
    let added = try run.enqueued("op1", in: "downloads")
    try run.enqueued("op2", in: "downloads", isSuspended: true)
    let looks = run.all(.settled, of: "op1")
    let during = looks.first { suspended.seq < $0.seq && $0.state.contains(.executing) }
    guard let during else {
      throw MissingEvidence.premise("op1 ran when the queue was suspended", program: run.program)
    }
    let end = try run.first(.ended, of: "op1")
    return .confirmed(
      if: during.seq < end.seq && end.seq < resumed.seq,
      "op1 went on and ended while the queue was suspended",
      otherwise: "op1 did not end while the queue was suspended",
      [added, suspended, during, end, resumed])
  }

  static let keepsForEver = Claim(
    "A19e", "... and a suspended queue that nobody resumes keeps what it holds for ever.",
    origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: """
        Only by being started does an operation get out of its queue, also when it is cancelled \
        meanwhile.
        """),
    mutants: [
      .passing("suspended", as: "never-resumed"),
      .trace(of: "never-resumed", "it is never suspended") { $0.removing(.suspended) },
      .trace(of: "never-resumed", "op2 starts in the end") { $0.inserting(.started, of: "op2") },
      .trace(of: "never-resumed", "op1 is still there") {
        $0.replacing(.settled, of: "op1") { $0.note = "in downloads" }
      },
      .trace(of: "never-resumed", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["never-resumed"]
    let suspended = try run.first(.suspended, of: "downloads")
    let added = try run.enqueued("op2", in: "downloads", slots: 2, isSuspended: true)
    try run.require(run.all(.resumed, of: "downloads").isEmpty, "nobody lets the queue go on")
    let neighbour = try run.last(.settled, of: "op1")
    try run.require(
      neighbour.state.contains(.finished) && neighbour.note == "in no queue",
      "op1 has left the queue, so that there is a free slot")
    let start = try run.occurrence(of: .started, of: "op2")
    let rest = try run.last(.settled, of: "op2")
    if start.isNever {
      let reason = try run.stuck("op2", .suspended, .cancelledNotFinished)
      try run.require(
        ([reason.cause] + reason.besides).contains(.suspended), "the suspension holds op2 back")
    }
    return .confirmed(
      if: start.isNever && rest.note == "in downloads",
      "op2 was never started, and is still in the queue, which is suspended",
      otherwise: "op2 left the queue", [suspended, added, neighbour, rest])
  }
}
