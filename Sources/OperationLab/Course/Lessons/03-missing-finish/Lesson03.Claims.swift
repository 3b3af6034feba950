import OperationDownloads
import OperationTesting

extension Lesson03 {
  static let names = (1...10).map { "op\($0)" }

  static let onlyTwoStart = Claim(
    "C11",
    "With width 2 and ten operations whose start() never reports finished, exactly two ever start.",
    origin: .article(
      .c,
      passage: .init(
        """
        即使start方法掉用完后隊(duì)列依然沒有執(zhí)行其\
        它的operation,打印了兩個(gè)log之后就不再打印了
        """,
        """
        even after start was called the queue did not run the other operations; after two \
        lines of log nothing more was printed
        """,
        at: 846)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        A slot of the queue is free again only when the operation in it reports isFinished; \
        returning from start() means nothing to the queue.
        """),
    mutants: [
      .trace(of: "article", "a third operation starts") {
        $0.inserting(.started, of: "op3", on: "T1")
      },
      .trace(of: "article", "nobody looked whether the others ever start") {
        $0.removing(.settled)
      },
      .trace(of: "article", "start() never returned") { $0.removing(.returned) },
      .trace(of: "article", "one of them was cancelled") { $0.inserting(.cancelled, of: "op4") },
      .passing("later-callback", as: "article"),
    ]
  ) { runs in
    let run = try runs["article"]
    let entries = try tenEnqueued(run)
    let starts = try entries.map { try run.occurrence(of: .started, of: $0.subject) }
    for entry in entries { try silent(entry.subject, run) }
    let started = starts.filter { !$0.isNever }.map(\.evidence)
    let evidence = starts.map(\.evidence)
    guard started.count == 2 else {
      return Judgement(.refuted, "\(started.count) of \(entries.count) started", evidence)
    }
    let two = started.map(\.subject)
    for name in two {
      _ = try run.first(.returned, of: name)
      try run.stuck(name, .silent)
    }
    for name in names where !two.contains(name) {
      try run.stuck(name, .noFreeSlot, waitsFor: two)
    }
    return Judgement(
      .confirmed, "\(two.joined(separator: " and ")) started; the others never did", evidence)
  }

  static let allTenRun = Claim(
    "C12",
    """
    Once each reports isFinished with change notification, later, from elsewhere, all ten run, \
    never more than two at a time.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        當(dāng)把_finished設(shè)置為YES并且手動(dòng)發(fā)出KVO通\
        知時(shí)后,隊(duì)列才會(huì)繼續(xù)執(zhí)行其它的operation
        """,
        """
        only when _finished is set to YES and the KVO notification is sent by hand does \
        the queue go on with the other operations
        """,
        at: 895)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "Each report frees one slot, and the queue starts the next operation in it."),
    mutants: [
      .passing("article", as: "later-callback"),
      .trace(of: "later-callback", "the third starts before anybody has finished") {
        $0.movingToFront(.started, of: "op3")
      },
      .trace(of: "later-callback", "one operation never finishes") {
        $0.removing(.finished, of: "op7")
      },
      .trace(of: "later-callback", "one operation announces nothing") {
        $0.removing(.announced, of: "op5")
      },
      .trace(of: "later-callback", "one operation reports inside start()") {
        $0.movingToEnd(.returned, of: "op2")
      },
    ]
  ) { runs in
    let run = try runs["later-callback"]
    let entries = try tenEnqueued(run)
    var (evidence, reports): ([Evidence], [Evidence]) = ([], [])
    for name in entries.map(\.subject) {
      let report = try laterReport(of: name, run)
      let announced = try run.announced("isFinished", by: name)
      try run.require(
        report.seq < announced.seq && announced.thread == report.thread,
        "\(name) announced its end when it was finished")
      evidence += [try run.first(.started, of: name), report, announced]
      reports.append(report)
    }
    return try atMostTwo(
      run, past: reports, "all ten reported, from elsewhere, after start() was back", evidence)
  }

  static let baseClassRuns = Claim(
    "C12b",
    """
    The same on AsyncOperation: work() only begins, finish() comes later, from elsewhere, and all \
    ten run, never more than two at a time.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The base class says that it is executing until finish() is called, then that it is \
        finished, and announces both.
        """),
    mutants: [
      .passing("article", as: "async-operation"),
      .trace(of: "async-operation", "one operation never finishes") {
        $0.replacing(.settled, of: "op7") { $0.state = [.ready, .executing] }
      },
      .trace(of: "async-operation", "one operation is finished when work() returns") {
        $0.replacing(.returned, of: "op3") { $0.state = [.ready, .finished] }
      },
      .trace(of: "async-operation", "the third starts before anybody has finished") {
        $0.movingToFront(.started, of: "op3")
      },
    ]
  ) { runs in
    let run = try runs["async-operation"]
    let entries = try tenEnqueued(run)
    var (evidence, looks): ([Evidence], [Evidence]) = ([], [])
    for name in entries.map(\.subject) {
      let report = try laterReport(of: name, run)
      let start = try run.first(.started, of: name)
      let before = try placeBefore(report, run)
      try run.require(
        start.state == [.ready, .executing] && before.state == start.state,
        "\(name) was executing from start() to finish()")
      evidence += [start, before, report]
      looks.append(before)
    }
    return try atMostTwo(
      run, past: looks, "all ten were executing until finish() was called, from elsewhere",
      evidence)
  }

  static let leavesWhenFinished = Claim(
    "A03", "An operation leaves the queue when, and only when, it reports finished.",
    origin: .article(
      .a,
      passage: .init(
        "当finished设置为YES后,队列会将任务移除出队列",
        "when finished is set to YES, the queue removes the task from itself",
        at: 96)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The queue watches isFinished: it keeps an operation whose start() has long returned, and \
        lets go of it at the report.
        """),
    mutants: [
      .passing("later-callback", as: "article"),
      .trace(of: "later-callback", "op1 stays in the queue although it reported finished") {
        $0.replacing(.settled, of: "op1") { $0.note = "in downloads" }
      },
      .trace(of: "later-callback", "op1 has left the queue before its report") {
        $0.replacing(.observed, of: "op1") { $0.note = "in no queue" }
      },
      .trace(of: "article", "op1 leaves the queue in silence") {
        $0.replacing(.settled, of: "op1") { $0.note = "in no queue" }
      },
    ]
  ) { runs in
    let (silentRun, reporting) = (try runs["article"], try runs["later-callback"])
    try silentRun.enqueued("op1", in: "downloads", isSuspended: false)
    try silent("op1", silentRun)
    let back = try silentRun.first(.returned, of: "op1")
    let kept = try silentRun.last(.settled, of: "op1")

    try reporting.enqueued("op1", in: "downloads", isSuspended: false)
    let report = try laterReport(of: "op1", reporting)
    let announced = try reporting.announced("isFinished", by: "op1")
    let before = try placeBefore(report, reporting)
    let released = try reporting.last(.settled, of: "op1")
    return .confirmed(
      if: kept.note == "in downloads" && before.note == "in downloads"
        && released.note == "in no queue",
      "op1, silent, is still in the queue at the end; op1, reporting, is there until its report "
        + "and in no queue afterwards",
      otherwise: "silent op1: \(kept.note); reporting op1: \(before.note) before its report, "
        + "\(released.note) at the end",
      [back, kept, before, report, announced, released])
  }
}
