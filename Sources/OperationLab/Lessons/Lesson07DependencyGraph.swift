import Foundation

extension Lesson {
  static let dependencyGraph = Lesson(
    7, "dependency-graph", title: "Who waits for whom",
    question: """
      Five tasks, some of which need others to be done first. How do you tell the queue, what does \
      it make of it, and what if two of them wait for each other?
      """,
    programs: [
      DependencyGraph.fiveTasks, DependencyGraph.oneQueue, DependencyGraph.twoQueues,
      DependencyGraph.removeDependency, DependencyGraph.newOperation, DependencyGraph.cycle,
      DependencyGraph.cycleCancelled, DependencyGraph.cycleRefused,
      DependencyGraph.selfDependency,
    ],
    claims: [
      orderIsRespected, fiveWaitsForNobody, notReadyMeanwhile, removalIsIgnored, waitsForTheReport,
      acrossQueues, circleDeadlocks, cancellingFreesBoth, selfDeadlocks,
    ])

  private static let orderIsRespected = Claim(
    "A08a", "2 and 3 depend on 1, 4 on 3: every run respects it.", source: .a,
    expected: .everywhere(
      .confirmed,
      because: "A queue starts an operation only when all that it depends on have finished."),
    mutants: [
      .trace(of: "five-tasks", "task 4 begins first") { $0.movingToFront(.began, of: "task 4") },
      .trace(of: "five-tasks", "task 1 ends last") { $0.movingToEnd(.ended, of: "task 1") },
    ]
  ) { runs in
    let run = try runs["five-tasks"]
    let edges = [("task 1", "task 2"), ("task 1", "task 3"), ("task 3", "task 4")]
    let pairs = try edges.map {
      (end: try run.first(.ended, of: $0.0), begin: try run.first(.began, of: $0.1))
    }
    let wrong = pairs.first { $0.end.seq > $0.begin.seq }
    return .confirmed(
      if: wrong == nil, "each of the three began after its dependency had ended",
      otherwise: "\(wrong?.begin.subject ?? "") began before \(wrong?.end.subject ?? "") had ended",
      pairs.flatMap { [$0.end, $0.begin] })
  }

  private static let fiveWaitsForNobody = Claim(
    "A08b", "... and 5, which depends on none, needs to wait for nobody.", source: .a,
    expected: .everywhere(
      .confirmed, because: "It is ready from the beginning, and a slot is free beside task 1's."),
    mutants: [
      .trace(of: "five-tasks", "task 5 begins last") { $0.movingToEnd(.began, of: "task 5") },
      .trace(of: "five-tasks", "task 1 had already ended") {
        $0.replacing(.settled, of: "task 1") { $0.state = [.ready, .finished] }
      },
    ]
  ) { runs in
    let run = try runs["five-tasks"]
    let first = try run.first(.settled, of: "task 1")
    let fifth = try run.first(.began, of: "task 5")
    let end = try run.first(.ended, of: "task 1")
    return .confirmed(
      if: fifth.seq < first.seq && first.seq < end.seq && !first.state.contains(.finished),
      "task 5 ran while task 1 was \(first.state), and all others waited",
      otherwise: "task 5 did not run until task 1 had ended", [fifth, first, end])
  }

  private static let notReadyMeanwhile = Claim(
    "A09", "isReady is false while a dependency is unfinished.", source: .a,
    expected: .everywhere(
      .confirmed, because: "That is all the default isReady says; only cancel() overrides it."),
    mutants: [
      .trace(of: "five-tasks", "task 4 is ready all the time") {
        $0.replacing(.settled, of: "task 4") { $0.state = [.ready] }
      },
      .trace(of: "five-tasks", "task 2 is not ready when it starts") {
        $0.replacing(.started, of: "task 2") { $0.state = [] }
      },
    ]
  ) { runs in
    let run = try runs["five-tasks"]
    let waiting = ["task 2", "task 3", "task 4"]
    let before = try waiting.map { try run.first(.settled, of: $0) }
    let start = try waiting.map { try run.first(.started, of: $0) }
    return .confirmed(
      if: before.allSatisfy { !$0.state.contains(.ready) }
        && start.allSatisfy { $0.state.contains(.ready) },
      "2, 3 and 4 were not ready as long as task 1 ran, and ready when they started",
      otherwise: "one of them was ready too soon, or not ready when it started", before + start)
  }

  private static let removalIsIgnored = Claim(
    "A10",
    "removeDependency(_:) removes the dependency: the operation no longer waits for it.",
    source: .a,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
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
    ]
  ) { runs in
    let run = try runs["remove-dependency"]
    let removed = try run.first(.noted, of: "pour", note: "dependencies left: 0")
    let end = try run.first(.ended, of: "boil")
    switch try run.occurrence(of: .started, of: "pour") {
    case .never(let settled):
      return Judgement(
        .refuted, "no dependency was left, boil ended, and pour never started",
        [removed, end, settled])
    case .happened(let start):
      return .confirmed(
        if: start.seq < end.seq, "pour started while boil was running",
        otherwise: "pour started only after boil had ended", [removed, start, end])
    }
  }

  private static let waitsForTheReport = Claim(
    "C20a",
    "A download-then-resize pair: the second starts only when the first reports finished.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: "That start() has returned means nothing; the report that isFinished changed does."),
    mutants: [
      .trace(of: "one-queue", "resize starts before the report") {
        $0.movingToEnd(.finished, of: "download")
      },
      .trace(of: "one-queue", "resize starts when start() returns") {
        $0.movingToFront(.started, of: "resize")
      },
    ]
  ) { runs in
    try secondWaitsForReport(try runs["one-queue"])
  }

  private static let acrossQueues = Claim(
    "C20b", "... and dependencies work across queues, too.", source: .c,
    expected: .everywhere(
      .confirmed, because: "A dependency is between two operations; it knows nothing of queues."),
    mutants: [
      .passing("one-queue", as: "two-queues"),
      .trace(of: "two-queues", "resize starts before the report") {
        $0.movingToEnd(.finished, of: "download")
      },
    ]
  ) { runs in
    let run = try runs["two-queues"]
    let added = try ["download", "resize"].map { try run.first(.enqueued, of: $0) }
    guard added[0].note != added[1].note else {
      return Judgement(.undecided, "both are in the queue \(added[0].note)", [])
    }
    var judgement = try secondWaitsForReport(run)
    judgement.evidence = added + judgement.evidence
    return judgement
  }

  private static func secondWaitsForReport(_ run: Run) throws -> Judgement {
    let returned = try run.first(.returned, of: "download")
    let look = try run.first(.settled, of: "resize")
    let report = try run.first(.finished, of: "download")
    let start = try run.first(.started, of: "resize")
    guard returned.seq < look.seq, look.seq < report.seq else {
      return Judgement(.undecided, "nobody looked between return and report", [])
    }
    return .confirmed(
      if: look.seq < start.seq && report.seq < start.seq && !look.state.contains(.ready),
      "resize was not ready after download's start() had returned, and started after its report",
      otherwise: "resize started before download had reported its end",
      [returned, look, report, start])
  }

  private static let circleDeadlocks = Claim(
    "C21a", "Two operations that depend on each other deadlock.", source: .c,
    expected: .everywhere(
      .confirmed, because: "Neither is ever ready. No thread waits, so nothing shows it."),
    mutants: [
      .passing("cycle-cancelled", as: "cycle"),
      .passing("cycle-refused", as: "cycle"),
      .trace(of: "cycle", "nobody looked whether they ever start") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["cycle"]
    let starts = try ["chicken", "egg"].map { try run.occurrence(of: .started, of: $0) }
    return .confirmed(
      if: starts.allSatisfy(\.isNever), "neither was ever started; both are still in their queue",
      otherwise: "one of them was started", starts.map(\.evidence))
  }

  private static let cancellingFreesBoth = Claim(
    "C21c", "... and cancelling one of them lets both leave the queue.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        A cancelled operation is ready whatever it waits for; it finishes without its body, and \
        that makes the other ready, whose body does run.
        """),
    mutants: [
      .passing("cycle", as: "cycle-cancelled"),
      .trace(of: "cycle-cancelled", "egg is left behind") {
        $0.replacing(.settled, of: "egg") { $0.note = "in farm" }
      },
    ]
  ) { runs in
    let run = try runs["cycle-cancelled"]
    let cancelled = try run.first(.cancelled, of: "chicken")
    let starts = try ["chicken", "egg"].map { try run.first(.started, of: $0) }
    let ends = try ["chicken", "egg"].map { try run.last(.settled, of: $0) }
    return .confirmed(
      if: starts.allSatisfy { $0.seq > cancelled.seq }
        && ends.allSatisfy { $0.note == "in no queue" && $0.state.contains(.finished) },
      "both were started after cancel(), finished, and left the queue",
      otherwise: "not both got free", [cancelled] + starts + ends)
  }

  private static let selfDeadlocks = Claim(
    "C21b", "An operation that depends on itself deadlocks.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        On Linux addDependency(_:) itself never returns: it locks both operations, which are one. \
        On macOS, where this was not measured, it could at best never become ready.
        """),
    mutants: [
      .passing("cycle-refused", as: "self-dependency"),
      .trace(of: "self-dependency", "the call returns and ego runs") {
        $0.inserting(.enqueued, of: "next").inserting(.began, of: "ego")
      },
    ]
  ) { runs in
    let run = try runs["self-dependency"]
    let call = try run.first(.waiting, of: "program")
    switch try run.occurrence(of: .enqueued, of: "next") {
    case .never(let settled):
      return Judgement(
        .confirmed, "addDependency(_:) never returned: 'next' was never added", [call, settled])
    case .happened(let added):
      let body = try run.occurrence(of: .began, of: "ego")
      return .confirmed(
        if: body.isNever, "the call returned, but ego never started",
        otherwise: "ego ran", [call, added, body.evidence])
    }
  }
}
