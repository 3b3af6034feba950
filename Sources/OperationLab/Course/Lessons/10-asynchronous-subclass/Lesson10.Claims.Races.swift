import OperationLab
import OperationDownloads
import OperationTesting

// The claims of lesson 10 about two threads at once.
extension Lesson10 {
  static let startRace = Claim(
    "C27",
    """
    With the article's own start(), which detaches the thread first and sets executing afterwards, \
    the operation can end up executing and finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The new thread may be through before the old one goes on. Then the late 'executing' \
        overwrites the end. Setting it before the work begins leaves no such moment.
        """),
    mutants: [
      .passing("set-before-detaching", as: "set-after-detaching"),
      .passing("set-after-detaching", as: "set-before-detaching"),
      .trace(of: "set-after-detaching", "start() returns before the end") {
        $0.movingToFront(.returned, of: "first")
      },
      .trace(of: "set-after-detaching", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (late, early) = try (
      Overtaking(runs["set-after-detaching"]), Overtaking(runs["set-before-detaching"])
    )
    try late.run.require(
      late.finished.seq < late.executing.seq && !late.request.state.contains(.executing),
      "executing was set when the work was over, and not before it began")
    try early.run.require(
      early.executing.seq < early.request.seq && early.request.state.contains(.executing),
      "executing was set before the work began")
    return .confirmed(
      if: late.end.state == [.ready, .executing, .finished]
        && early.end.state == [.ready, .finished],
      "'\(late.end.state)' for ever; set before, in the same order of threads: '\(early.end.state)'",
      otherwise: "'\(late.end.state)' in the end; set before: '\(early.end.state)'",
      late.evidence + early.evidence)
  }

  /// A run in which another thread ends the work while `start()` is still on its way.
  private struct Overtaking {
    let run: Run
    let request, executing, finished, back, end: Evidence

    init(_ run: Run) throws {
      self.run = run
      try run.enqueued("first", in: "downloads", isSuspended: false, dependencies: [])
      let started = try run.first(.started, of: "first")
      request = try run.first(.noted, of: "first", note: "a request goes out")
      finished = try run.first(.finished, of: "first")
      back = try run.first(.returned, of: "first")
      end = try run.last(.settled, of: "first")
      let told = run.all(.announced, of: "first").first {
        $0.note == "isExecuting" && $0.thread == started.thread
      }
      guard let told else {
        throw MissingEvidence.event(
          .announced, subject: "first, isExecuting", program: run.program)
      }
      executing = told
      try run.require(
        request.thread == started.thread && finished.thread != started.thread
          && finished.state == [.ready, .finished] && request.seq < finished.seq
          && finished.seq < back.seq,
        "another thread ended the work before start() had returned")
    }

    var evidence: [Evidence] {
      [request, executing, finished, back, end].sorted { $0.seq < $1.seq }
    }
  }

  static let observersPost = Claim(
    "D01a",
    """
    Property observers post the notifications at the right moments: just before and just after \
    the change.
    """,
    origin: .article(
      .d,
      passage: .init(
        "willSet { willChangeValue(forKey: \"isFinished\") }",
        "the observer before the change; the one after it is didSet { didChangeValue(...) }",
        at: 234,
        but: """
          The article calls this simpler. That it posts at the right moments is what its code \
          relies on.
          """)),
    expected: .everywhere(
      .confirmed,
      because: "willSet runs with the old value still in place, didSet with the new one."),
    mutants: [
      .trace(of: "observers", "the second notification comes before the change") {
        $0.replacing(.finished, of: "first") { $0.state = [.ready] }
      },
      .trace(of: "observers", "the first comes after it") {
        $0.replacing(.observed, of: "first") { $0.state = [.ready, .finished] }
      },
      .trace(of: "observers", "the second never comes") { $0.removing(.announced) },
      .passing("whole", as: "observers"),
      .trace(of: "observers", "the queue does not learn of it") {
        $0.removing(.started, of: "next")
      },
    ]
  ) { runs in
    let download = try Download(runs["observers"])
    let run = download.run
    let before = try run.first(.observed, of: "first", note: "before isFinished changes")
    let after = download.finished
    try run.require(after.note == "in didSet", "a property observer posts the second one")
    let told = try download.ending(announced: "isFinished")
    let begin = try run.first(.observed, of: "first", note: "before isExecuting changes")
    let begun = try run.announced("isExecuting", by: "first")
    return .confirmed(
      if: !before.state.contains(.finished) && before.seq < after.seq && after.seq < told.seq
        && before.thread == told.thread && !begin.state.contains(.executing)
        && begin.seq < begun.seq && begun.seq < download.returned.seq && !download.next.isNever,
      "'\(before.state)' in willSet, '\(after.state)' in didSet, and the queue went on",
      otherwise: "'\(before.state)' in willSet, '\(after.state)' in didSet",
      [begin, begun, before, after, told, download.next.evidence])
  }

  static let observersAreUnsound = Claim(
    "D01b",
    "... and they are a sound way to do so when two threads may end the operation.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Nothing keeps the second thread out between the question and the change, nor a reader \
        out of the change itself (a data race). A plain lock around them would be held during \
        the announcement, and never let go; a recursive one gets through, at a price (E07c).
        """),
    mutants: [
      .passing("one-lock", as: "observers-two-ends"),
      .trace(of: "observers-two-ends", "only one of the two ends it") { $0.removing(.noted) },
      .trace(of: "one-lock", "nobody cancels") { $0.removing(.cancelled) },
      .trace(of: "observers-two-ends", "the end is never reported") { $0.removing(.finished) },
      .passing("observers-two-ends", as: "one-lock"),
    ]
  ) { runs in
    let (open, locked) = try (TwoEnds(runs["observers-two-ends"]), TwoEnds(runs["one-lock"]))
    try locked.run.require(
      locked.delivered.count == 1 && locked.reports.count == 1 && locked.told.count == 1,
      "with one lock it ends once, whoever else wants to end it")
    return .confirmed(
      if: open.delivered.count == 1 && open.reports.count == 1,
      "only one of the two threads ended it",
      otherwise: """
        it \(open.delivered.map(\.note).joined(separator: " and ")), and reported finished \
        \(open.reports.count) times; with one lock it \(locked.delivered[0].note) and no more
        """, open.evidence + locked.evidence)
  }

  /// A run in which the transfer and somebody who cancels both want to end the operation, and then
  /// somebody else when it has ended: only the first two come at the same moment.
  private struct TwoEnds {
    let run: Run
    let cancelled: Evidence
    let wanted, delivered, reports, told: [Evidence]

    init(_ run: Run) throws {
      self.run = run
      try run.enqueued("first", in: "downloads", isSuspended: false, dependencies: [])
      let started = try run.first(.started, of: "first")
      cancelled = try run.first(.cancelled, of: "first")
      let notes = run.all(.noted, of: "first")
      wanted = notes.filter { $0.note.hasPrefix("wants to deliver") }
      delivered = notes.filter { $0.note.hasPrefix("delivers") }
      reports = run.all(.finished, of: "first")
      told = run.all(.announced, of: "first").filter { $0.note == "isFinished" }
      let answer = try run.first(.noted, of: "transfer", note: "answers")
      let first = try run.first(.finished, of: "first")
      try run.require(
        started.seq < answer.seq && cancelled.state == [.ready, .executing, .cancelled],
        "somebody cancelled it while it was at work")
      try run.require(
        wanted.count >= 3 && wanted[0].thread != wanted[1].thread
          && wanted[0].seq < cancelled.seq && cancelled.seq < wanted[1].seq
          && wanted[1].thread == cancelled.thread && wanted[0].seq < first.seq
          && cancelled.seq < first.seq,
        "two threads wanted to end it, one while the other was about to")
      try run.require(
        !delivered.contains { [late = wanted[2]] in $0.seq > late.seq },
        "who comes later finds it finished, and delivers nothing")
    }

    var evidence: [Evidence] {
      ([cancelled] + wanted + delivered + reports).sorted { $0.seq < $1.seq }
    }
  }
}
