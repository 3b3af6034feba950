import OperationLab
import OperationDownloads
import OperationTesting

/// What lesson 19 has to say of the code that article B links, and of the count that it compares.
extension Lesson19 {
  static let deniesCancellation = Claim(
    "B06b",
    """
    The operation that article B links overrides isCancelled with a variable that nobody sets: its \
    start() never sees a cancellation.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() sets the flag that the inherited isCancelled reads. Leave the property alone, and \
        start() sees it.
        """),
    mutants: [
      .passing("cancels-waiting-mended", as: "cancels-waiting"),
      .passing("cancels-waiting", as: "cancels-waiting-mended"),
      .trace(of: "cancels-waiting", "nobody cancelled it") { $0.removing(.observed, of: "song") },
      .trace(of: "cancels-waiting", "its start() was never called") {
        $0.removing(.started, of: "song")
      },
    ]
  ) { runs in
    let linked = try CancelledSong(runs["cancels-waiting"])
    let mended = try CancelledSong(runs["cancels-waiting-mended"])
    return .confirmed(
      if: !linked.start.state.contains(.cancelled) && mended.start.state.contains(.cancelled),
      "cancelled, its start() found it '\(linked.start.state)'; without the override it was "
        + "'\(mended.start.state)'",
      otherwise: "its start() found it '\(linked.start.state)'", linked.evidence + mended.evidence)
  }

  static let finishedBeforeStart = Claim(
    "B06c",
    """
    ... and its cancel() finishes an operation that never started: the queue starts it all the same, \
    and it is executing and finished at once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        An operation leaves its queue by being started and finishing. cancel() may finish what \
        start() has begun, and nothing else: lesson 12.
        """),
    mutants: [
      .passing("cancels-waiting-mended", as: "cancels-waiting"),
      .passing("cancels-waiting", as: "cancels-waiting-mended"),
      .trace(of: "cancels-waiting", "it is not executing in the end") {
        $0.replacing(.settled, of: "song") { $0.state.remove(.executing) }
      },
      .trace(of: "cancels-waiting", "it was started before it was cancelled") {
        $0.movingToFront(.started, of: "song")
      },
      .trace(of: "cancels-waiting", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let linked = try CancelledSong(runs["cancels-waiting"])
    let mended = try CancelledSong(runs["cancels-waiting-mended"])
    try mended.run.require(
      !mended.after.state.contains(.finished)
        && mended.end.state == [.ready, .finished, .cancelled],
      "mended, it was finished by its start(), and not before")
    return .confirmed(
      if: linked.after.state.contains(.finished)
        && linked.end.state.contains([.executing, .finished]),
      "after cancel() it was '\(linked.after.state)', and when the queue had started it "
        + "'\(linked.end.state)'; mended, '\(mended.end.state)'",
      otherwise: "after cancel() it was '\(linked.after.state)', in the end '\(linked.end.state)'",
      linked.evidence + [linked.end] + mended.evidence + [mended.end])
  }

  /// A run in which `song` was cancelled between its queue's choice of it and its start.
  private struct CancelledSong {
    let run: Run
    let cancelled, after, start, end: Evidence

    init(_ run: Run) throws {
      self.run = run
      let put = try run.enqueued("song", in: "downloads", isSuspended: false, dependencies: [])
      cancelled = try run.first(
        .observed, of: "song", note: "cancelled; its inherited isCancelled is true")
      after = try run.first(.observed, of: "song", note: "after cancel()")
      start = try run.first(.started, of: "song")
      end = try run.last(.settled, of: "song")
      try run.require(
        put.seq < cancelled.seq && after.seq < start.seq && start.thread != put.thread,
        "song was cancelled in its queue, which started it after that")
      let server = try run.first(.noted, of: "server")
      try run.require(server.note == "was not asked", "its task was gone by then")
    }

    var evidence: [Evidence] { [cancelled, after, start] }
  }

  static let countBelowWidth = Claim(
    "B03b", "The queue starts a ready operation when operationCount is below the width.",
    origin: .article(
      .b,
      passage: .init(
        """
        当Operation处于ready时且operationCount小于maxConcurrentOperationCount,就自动调用该Operation的start方法
        """,
        """
        When the operation is ready and operationCount is less than \
        maxConcurrentOperationCount, the operation's start method is called by itself
        """,
        at: 420)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.width),
      because: """
        operationCount counts all that the queue has, those that wait included. What counts is how \
        many run.
        """),
    mutants: [
      .trace(of: "width", "only two are in the queue") {
        $0.replacing(.noted, of: "manager") { event in
          if event.note.hasPrefix("operationCount") { event.note = "operationCount is 1" }
        }
      },
      .trace(of: "width", "nobody counted") { $0.removing(.noted, of: "manager") },
      .trace(of: "width", "the third never starts") { $0.removing(.started, of: "c") },
      .trace(of: "width", "the third is the program's own doing") {
        $0.replacing(.started, of: "c") { $0.thread = "main" }
      },
    ]
  ) { runs in
    let run = try runs["width"]
    let added = try four.map {
      try run.enqueued($0, in: "downloads", width: 2, isSuspended: false, dependencies: [])
    }
    let counts = run.all(.noted, of: "manager").filter { $0.note.hasPrefix("operationCount is ") }
    let start = try run.first(.started, of: "c")
    let freed = try run.first(.finished, of: "a")
    let next = try run.first(.finished, of: "b")
    try run.require(
      counts.count == 2 && added[3].seq < counts[0].seq && counts[0].seq < freed.seq
        && freed.seq < start.seq && start.seq < counts[1].seq && counts[1].seq < next.seq
        && start.thread != "main",
      "c waited in the queue and started when a was finished; somebody counted meanwhile")
    let least = counts.compactMap { Int($0.note.dropFirst("operationCount is ".count)) }.min() ?? 0
    return .confirmed(
      if: least < 2, "operationCount was \(least) when c started",
      otherwise: "\(counts[0].note) before c started and \(counts[1].note.suffix(1)) after it, the "
        + "width 2",
      [counts[0], freed, start, counts[1]])
  }
}
