extension Lesson {
  static let everyExitFinishes = Lesson(
    14, "every-exit-finishes", title: "Every way out must say that it is finished",
    question: """
      An operation is cancelled before it starts. Its start() sees that and returns at once. What \
      becomes of the operations behind it in the queue?
      """,
    programs: EveryExitFinishesPrograms.all,
    claims: [articleCancelled, everyPath])

  private static let articleCancelled = Claim(
    "E02",
    """
    The article's concurrent subclass, cancelled before it starts, never leaves its queue: the \
    queue does not get past it.
    """,
    source: .e,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue calls start() of a cancelled operation, too, so that it can report finished. \
        This start() returns without a word, and the queue goes on waiting for one.
        """),
    mutants: [
      .passing("cancelled-finishes", as: "article"),
      .passing("article", as: "cancelled-finishes"),
      .trace(of: "article", "the next operation starts") { $0.inserting(.started, of: "next") },
      .trace(of: "article", "its start() is never called") { $0.removing(.started, of: "first") },
      .trace(of: "article", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (run, right) = (try runs["article"], try runs["cancelled-finishes"])
    let started = try run.first(.started, of: "first")
    let back = try run.first(.returned, of: "first")
    let end = try run.last(.settled, of: "first")
    let next = try run.occurrence(of: .started, of: "next")
    let cure = try right.occurrence(of: .started, of: "next")
    return .confirmed(
      if: end.note == "in downloads" && !end.state.contains(.finished) && next.isNever
        && !cure.isNever,
      "start() returned, '\(end.state)' and still in its queue; the next one never started",
      otherwise: "'\(end.state)', \(end.note), in the end", [started, back, end, next.evidence])
  }

  private static let everyPath = Claim(
    "E03",
    """
    AFNetworking's rule, cancelled or successful, every path ends in finished: kept, it lets the \
    queue get past every operation; one forgotten path stops it.
    """,
    source: .e,
    expected: .everywhere(
      .confirmed,
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
      .trace(of: "one-exit-forgotten", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (run, forgotten) = (try runs["every-exit"], try runs["one-exit-forgotten"])
    var (exits, holds): ([Evidence], Bool) = ([], true)
    for fate in Fate.allCases {
      let exit = try run.first(.noted, of: fate.rawValue, note: fate.exit)
      let reports = run.all(.finished, of: fate.rawValue)
      let end = try run.last(.settled, of: fate.rawValue)
      holds =
        holds && reports.count == 1 && end.state.contains(.finished) && end.note == "in no queue"
      exits += [exit, end]
    }
    let failed = try forgotten.last(.settled, of: Fate.fails.rawValue)
    let behind = try forgotten.occurrence(of: .started, of: Fate.noConnection.rawValue)
    return .confirmed(
      if: holds && failed.note == "in downloads" && behind.isNever,
      "five exits, each finished once; where one was forgotten, nothing behind it ever started",
      otherwise: "an exit did not finish, or finished more than once, or forgetting it did no harm",
      exits + [failed, behind.evidence])
  }
}
