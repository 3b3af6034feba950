import OperationLab
import OperationDownloads
import OperationTesting

// To wait no longer: by removing the dependency, or with a new operation.
extension Lesson07 {
  static let removalIsIgnored = Claim(
    "A10",
    "removeDependency(_:) removes the dependency: the operation no longer waits for it.",
    origin: .article(
      .a,
      passage: .init(
        "删除一个依赖",
        "removes a dependency",
        at: 128,
        alsoOn: ApplePage.removeDependency)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: ApplePage.removeDependency),
      because: """
        Foundation on Linux takes it off the list, but does not count it off: the operation goes \
        on waiting, and for ever, because the end of the other is no longer reported to it.
        """),
    mutants: [
      .passing("new-operation", as: "remove-dependency"),
      .trace(of: "remove-dependency", "pour starts at once") {
        $0.movingToFront(.noted, of: "pour").edited { events in
          var start = events[0]
          (start.kind, start.note) = (.started, "")
          events.insert(start, at: 1)
        }
      },
      .trace(of: "remove-dependency", "pour never depended on boil") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "kitchen") }
      },
      .trace(of: "remove-dependency", "pour is ready, and starts too late") { trace in
        trace.replacing(.settled, of: "pour") { $0.state = .ready }
      },
    ]
  ) { runs in
    let run = try runs["remove-dependency"]
    let kitchen = try Kitchen(in: run)
    try run.requireNotCancelled("pour")
    let removed = try run.first(.noted, of: "pour", note: "dependencies left: 0")
    try run.require(
      run.snapshot?.operation("pour")?.dependencies == [], "in the end pour depends on nothing")
    let look = try kitchen.lookWhileBoiling(after: removed, at: "pour")
    let evidence = [kitchen.added, removed, look, kitchen.end]
    switch try run.occurrence(of: .started, of: "pour") {
    case .never(let settled):
      try run.stuck("pour", .notReady)
      try run.require(
        !look.state.contains(.ready) && !settled.state.contains(.ready), "pour never was ready")
      return Judgement(
        .refuted, "no dependency was left, boil ended, and pour never started",
        evidence + [settled])
    case .happened(let start):
      try run.require(removed.seq < start.seq, "pour had not started before")
      if start.seq < kitchen.end.seq {
        return Judgement(.confirmed, "pour started while boil was running", evidence + [start])
      }
      // Ready, and not started: that may be for want of a thread.
      try run.require(!look.state.contains(.ready), "the system had a thread for pour")
      return Judgement(.refuted, "pour started only after boil had ended", evidence + [start])
    }
  }

  static let newOneRunsAtOnce = Claim(
    "A10b",
    """
    To cancel it and to add a new one without the dependency does what was meant: the new one \
    runs at once, the body of the old one never runs, and the queue lets go of both.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A cancelled operation is ready whatever its count says, and finishes without its body; \
        the new one never had anything to count.
        """),
    mutants: [
      .passing("remove-dependency", as: "new-operation"),
      .trace(of: "new-operation", "the old one pours as well") {
        $0.inserting(.began, of: "pour")
      },
      .trace(of: "new-operation", "the old one is not cancelled") {
        $0.removing(.cancelled, of: "pour")
      },
      .trace(of: "new-operation", "nobody pours before boil has ended") {
        $0.movingToEnd(.began, of: "pour at once")
      },
    ]
  ) { runs in
    let run = try runs["new-operation"]
    let kitchen = try Kitchen(in: run)
    let last = try run.last(.settled, of: "pour")
    let pours = run.all(.began, of: "pour") + run.all(.began, of: "pour at once")
    guard let pouring = pours.first else {
      return Judgement(
        .refuted, "boil ended, and nobody ever poured", [kitchen.added, kitchen.end, last])
    }
    try run.enqueued("pour", in: "kitchen", dependencies: ["boil"])
    let fresh = try run.enqueued("pour at once", in: "kitchen", dependencies: [])
    let cancelled = try run.first(.cancelled, of: "pour")
    let look = try kitchen.lookWhileBoiling(after: fresh, at: "pour at once")
    try run.require(
      kitchen.rest.seq < fresh.seq && kitchen.rest.seq < cancelled.seq
        && cancelled.seq < kitchen.end.seq && last.state.contains(.cancelled),
      "pour was cancelled, and the new one added, while boil ran")
    try run.require(
      pouring.seq < kitchen.end.seq || !look.state.contains(.ready),
      "the system had a thread for the new one")
    return .confirmed(
      if: pours.count == 1 && fresh.seq < pouring.seq && pouring.seq < kitchen.end.seq
        && last.state.contains(.finished) && last.note == "in no queue",
      "'pour at once' began while boil ran; pour finished without its body",
      otherwise: "the new one did not run at once, or the old one did not go quietly",
      [kitchen.added, kitchen.rest, fresh, cancelled] + pours + [kitchen.end, last])
  }

  /// boil at work, and pour, which depends on it, in one queue that has a slot for each.
  private struct Kitchen {
    let run: Run
    let added: Evidence
    let rest: Evidence
    let end: Evidence

    init(in run: Run) throws {
      self.run = run
      try run.enqueued("boil", in: "kitchen", isSuspended: false, dependencies: [])
      added = try run.enqueued(
        "pour", in: "kitchen", isSuspended: false, dependencies: ["boil"], losesDependencies: true)
      try run.require(added.enqueueing?.width != 1, "there was a slot beside that of boil")
      try run.requireNeverSuspended("kitchen")
      rest = try run.restInQueue(of: "boil")
      end = try run.first(.ended, of: "boil")
      try run.require(
        rest.state.contains(.executing) && added.seq < rest.seq && rest.seq < end.seq,
        "boil was executing when pour had been added and everything had come to rest")
    }

    /// How an operation stood when everything had come to rest again, with boil still at work.
    func lookWhileBoiling(after change: Evidence, at name: String) throws -> Evidence {
      let look = run.all(.settled, of: name).first { change.seq < $0.seq && $0.seq < end.seq }
      guard let look, rest.seq < change.seq else {
        throw MissingEvidence.premise(
          "while boil ran, there was a change, and everything came to rest after it",
          program: run.program)
      }
      return look
    }
  }
}
