import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson14 {
  static let articleCancelled = Claim(
    "E02",
    """
    The article's concurrent subclass, cancelled before it starts, never leaves its queue: the \
    queue does not get past it.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        The queue calls start() of a cancelled operation, too, so that it can report finished. \
        This start() returns without a word, and the queue goes on waiting for one.
        """),
    mutants: [
      .passing("cancelled-finishes", as: "article"),
      .passing("article", as: "cancelled-finishes"),
      .trace(of: "article", "the next operation starts") { $0.inserting(.started, of: "next") },
      .trace(of: "article", "its start() is never called") { $0.removing(.started, of: "first") },
      .trace(of: "article", "nobody cancels it") { $0.removing(.cancelled) },
      .trace(of: "article", "it was not cancelled when it started") {
        $0.replacing(.started) { $0.state.remove(.cancelled) }
      },
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
      .trace(of: "cancelled-finishes", "it announces nothing") { $0.removing(.announced) },
    ]
  ) { runs in
    let (run, right) = (try runs["article"], try runs["cancelled-finishes"])
    let started = try startedCancelled(run)
    let back = try run.first(.returned, of: "first")
    let end = try run.last(.settled, of: "first")
    let next = try run.occurrence(of: .started, of: "next")
    let cured = try startedCancelled(right)
    let announced = try right.announced("isFinished", by: "first")
    let cure = try right.occurrence(of: .started, of: "next")
    if next.isNever, !end.state.contains(.finished) {
      try run.stuck("first", .cancelledNotFinished)
      try run.stuck("next", .noFreeSlot, waitsFor: ["first"])
    }
    return .confirmed(
      if: end.note != "in no queue" && !end.state.contains(.finished) && next.isNever
        && cured.seq < announced.seq && !cure.isNever && announced.seq < cure.evidence.seq,
      "start() returned, '\(end.state)' and still in its queue; the next one never started",
      otherwise: "'\(end.state)', \(end.note), in the end",
      [started, back, end, next.evidence, announced, cure.evidence])
  }

  /// The start of an operation that was cancelled while it waited, first of two, in a queue that
  /// runs one at a time.
  private static func startedCancelled(_ run: Run) throws -> Evidence {
    let added = try run.enqueued("first", width: 1)
    let behind = try run.enqueued("next", in: added.note, width: 1, dependencies: [])
    let cancelled = try run.first(.cancelled, of: "first")
    let started = try run.first(.started, of: "first")
    try run.require(added.seq < behind.seq, "next was behind first")
    try run.require(
      cancelled.seq < started.seq && started.state.contains(.cancelled),
      "first was cancelled before its start")
    return started
  }

  static let everyPath = Claim(
    "E03",
    """
    AFNetworking's rule, cancelled or successful, every path ends in finished: kept, it lets the \
    queue get past every operation; one forgotten path stops it.
    """,
    origin: .article(
      .e,
      passage: .init(
        "AFN的例子是不管取消请求还是请求成功都算成了finish",
        """
        in the example of AFN a request counts as finished whether it was cancelled or \
        succeeded
        """,
        at: 965)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        Finished means over, not successful. One function that all paths go through makes it hard \
        to forget one; article A's own download forgets the path of failure.
        """),
    mutants: [
      .passing("one-exit-forgotten", as: "every-exit"),
      .passing("every-exit", as: "one-exit-forgotten"),
      .trace(of: "every-exit", "a path reports finished twice") {
        $0.inserting(.finished, of: Fate.cancelledMeanwhile.rawValue)
      },
      .trace(of: "every-exit", "a path does not end") {
        $0.replacing(.settled, of: Fate.noConnection.rawValue) { $0.state.remove(.finished) }
      },
      .trace(of: "every-exit", "a path takes another exit") {
        $0.removing(.noted, of: Fate.fails.rawValue)
      },
      .trace(of: "every-exit", "nobody cancels") { $0.removing(.cancelled) },
      .trace(of: "every-exit", "one announces nothing") {
        $0.removing(.announced, of: Fate.fails.rawValue)
      },
      .trace(of: "one-exit-forgotten", "nothing fails") {
        $0.removing(.noted, of: Fate.fails.rawValue)
      },
      .trace(of: "one-exit-forgotten", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (run, forgotten) = (try runs["every-exit"], try runs["one-exit-forgotten"])
    var (exits, holds): ([Evidence], Bool) = ([], true)
    for fate in Fate.allCases {
      let exit = try way(out: fate, in: run)
      let reports = run.all(.finished, of: fate.rawValue)
      let announced = run.all(.announced, of: fate.rawValue).filter { $0.note == "isFinished" }
      let end = try run.last(.settled, of: fate.rawValue)
      holds =
        holds && reports.count == 1 && announced.count == 1 && end.state.contains(.finished)
        && end.note == "in no queue"
      exits += [exit, end]
    }
    for fate in Fate.allCases.prefix(while: { $0 != .fails }) {
      _ = try way(out: fate, in: forgotten)
      try forgotten.require(
        forgotten.last(.settled, of: fate.rawValue).note == "in no queue",
        "'\(fate.rawValue)' has left the queue")
    }
    // It has told its delegate, and its thread has gone home.
    let told = try forgotten.first(
      .noted, of: Fate.fails.rawValue, note: "tells its delegate of the failure")
    let left = try forgotten.first(.ended, of: Fate.fails.rawValue)
    try forgotten.require(told.seq < left.seq, "the path that fails was gone to its end")
    let failed = try forgotten.last(.settled, of: Fate.fails.rawValue)
    try forgotten.enqueued(Fate.noConnection.rawValue, width: 1, dependencies: [])
    let behind = try forgotten.occurrence(of: .started, of: Fate.noConnection.rawValue)
    let isStuck = failed.note != "in no queue" && behind.isNever
    if isStuck {
      try forgotten.stuck(Fate.fails.rawValue, .silent)
      try forgotten.stuck(
        Fate.noConnection.rawValue, .noFreeSlot, waitsFor: [Fate.fails.rawValue])
    }
    return .confirmed(
      if: holds && isStuck,
      "five exits, each finished once; where one was forgotten, nothing behind it ever started",
      otherwise: "an exit did not finish, or finished more than once, or forgetting it did no harm",
      exits + [failed, behind.evidence])
  }

  /// The event with which a download leaves by its own exit and no other, in a queue that runs one
  /// at a time; cancelled when and only when its fate says so.
  private static func way(out fate: Fate, in run: Run) throws -> Evidence {
    let name = fate.rawValue
    try run.enqueued(name, width: 1, dependencies: [])
    let started = try run.first(.started, of: name)
    let steps = run.all(.noted, of: name)
    try run.require(steps.map(\.note) == fate.steps, "'\(name)' leaves by its own exit")
    switch fate {
    case .cancelledBefore:
      let cancelled = try run.first(.cancelled, of: name)
      try run.require(
        cancelled.seq < started.seq && started.state.contains(.cancelled),
        "'\(name)' was cancelled before its start")
    case .cancelledMeanwhile:
      let cancelled = try run.first(.cancelled, of: name)
      try run.require(
        steps[0].seq < cancelled.seq && cancelled.seq < steps[1].seq,
        "'\(name)' was cancelled while receiving")
    case .succeeds, .fails, .noConnection:
      try run.require(run.all(.cancelled, of: name).isEmpty, "nobody cancelled '\(name)'")
    }
    let exit = try run.first(.noted, of: name, note: fate.exit)
    let finished = try run.first(.finished, of: name)
    try run.require(exit.seq < finished.seq, "'\(name)' finished at its exit")
    return exit
  }
}
