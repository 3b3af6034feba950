import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson19 {
  static let rangeResumes = Claim(
    "B02",
    "A download resumes from where it stopped with the request header Range: bytes=start-.",
    origin: .article(
      .b,
      passage: .init(
        "利用http请求头 range:bytes=start-end 实现",
        "done with the HTTP request header range:bytes=start-end",
        at: 220,
        but: "The article names both ends. Whoever asks for the rest leaves the second one out.")),
    expected: .everywhere(
      .confirmed,
      because: """
        A server that understands Range answers 206 and sends the bytes from there on; appended \
        to those that had come before they make the file.
        """),
    mutants: [
      .passing("trusting", as: "new-operation"),
      .trace(of: "new-operation", "the second request asks for everything") { trace in
        trace.edited { events in
          for place in events.indices where events[place].note.hasPrefix("request 2") {
            events[place].note = "request 2: no Range"
          }
        }
      },
      .trace(of: "new-operation", "the file is not what the server has") {
        $0.replacing(.noted, of: "file") { $0.note = "80000 bytes, wrong from byte 20000 on" }
      },
      .trace(of: "new-operation", "nobody looked at the file") { $0.removing(.noted, of: "file") },
    ]
  ) { runs in
    let run = try runs["new-operation"]
    let half = try run.first(.noted, of: "file", note: "\(Film.firstPart) bytes")
    let paused = try run.first(.cancelled, of: "film")
    try run.require(paused.state.contains(.cancelled), "the first operation was cancelled")
    let added = try run.enqueued("rest", in: "downloads")
    let request = try run.request(2)
    let status = try run.first(.noted, of: "rest")
    let file = try run.last(.noted, of: "file")
    try run.require(
      half.seq < paused.seq && paused.seq < added.seq && added.seq < request.seq
        && status.seq < file.seq,
      "it was paused half-way, and then another asked")
    return .confirmed(
      if: request.note == "request 2: Range: bytes=\(Film.firstPart)-"
        && status.note == "the status is 206" && file.note == Film.isWhole,
      "\(half.note) had come; '\(request.note)' brought the rest, with status 206: \(file.note)",
      otherwise: "'\(request.note)' led to \(file.note)",
      [half, paused, added, request, status, file])
  }

  static let rangeIsARequest = Claim(
    "B02b", "Sending the header Range is enough: the answer may be appended to what there is.",
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        A server may ignore Range and send the whole file, with status 200. Only 206 means that \
        the answer is the part that was asked for.
        """),
    mutants: [
      .passing("checking", as: "trusting"),
      .passing("trusting", as: "checking"),
      .trace(of: "trusting", "the status was never seen") { $0.removing(.noted, of: "rest") },
    ]
  ) { runs in
    let both = [try runs["trusting"], try runs["checking"]]
    var premises: [Evidence] = []
    for run in both {
      let (request, status) = (try run.request(1), try run.first(.noted, of: "rest"))
      try run.require(
        request.note == "request 1: Range: bytes=\(Film.firstPart)-", "it asks for the rest")
      try run.require(status.note == "the status is 200", "the server ignores that")
      premises += [request, status]
    }
    let (file, cured) = (try both[0].last(.noted, of: "file"), try both[1].last(.noted, of: "file"))
    try both[1].require(cured.note == Film.isWhole, "to look at the status makes the file whole")
    return .confirmed(
      if: file.note == Film.isWhole, "appended, it made the file",
      otherwise: "asked for the rest, the server sent everything; appended: \(file.note)",
      premises + [file, cured])
  }

  static let nextStartsByItself = Claim(
    "B03",
    """
    The queue starts an operation when it is ready and fewer than the width are running; when one \
    finishes, the next starts by itself.
    """,
    origin: .article(
      .b,
      passage: .init(
        """
        当Operation处于ready时且operationCount小于maxConcurrentOperationCount,就自动调用该Operation的start方法
        """,
        """
        when an Operation is ready and operationCount is less than \
        maxConcurrentOperationCount, its start is called automatically
        """,
        at: 420,
        but: """
          The article writes operationCount, which counts those that wait as well. What is \
          compared with the width is how many run.
          """)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: """
        The queue hears of each isFinished, and looks for the next. What counts is not that the \
        transfer is over, but that somebody has completed the operation.
        """),
    mutants: [
      .trace(of: "width", "the third starts with the first two") {
        $0.movingToFront(.started, of: "c")
      },
      .trace(of: "width", "the fourth starts only in the end") {
        $0.movingToEnd(.started, of: "d")
      },
      .trace(of: "width", "the third runs while it waits") {
        $0.replacing(.settled, of: "c") { $0.state.insert(.executing) }
      },
      .trace(of: "width", "nobody looked whether it waits") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["width"]
    let names = four
    let added = try names.map {
      try run.enqueued($0, in: "downloads", width: 2, isSuspended: false, dependencies: [])
    }
    let started = try names.map { try run.first(.started, of: $0) }
    let finished = try names.map { try run.first(.finished, of: $0) }
    let looks = try names.map { try run.restInQueue(of: $0) }
    try run.require(
      looks.allSatisfy { added[3].seq < $0.seq && $0.seq < finished[0].seq }
        && looks[..<2].allSatisfy { $0.state == [.ready, .executing] },
      "a and b were executing, and all four were in the queue, when somebody looked")
    var ours = run
    ours.trace = Trace(run.trace.events.filter { names.contains($0.subject) })
    let isStuck = looks[2...].allSatisfy { $0.state == .ready && $0.note == "in downloads" }
    return .confirmed(
      if: isStuck && ours.peak(between: .started, and: .finished) == 2
        && (finished[0].seq..<finished[1].seq).contains(started[2].seq)
        && (finished[1].seq..<finished[2].seq).contains(started[3].seq)
        && started.allSatisfy { $0.thread != "main" },
      "two at a time; c started when a was finished, d when b was, and nobody told them to",
      otherwise: "they did not start one for one as others finished",
      added + looks + zip(finished, started[2...]).flatMap { [$0, $1] })
  }

  static let newOperationForRest = Claim(
    "B06", "To resume or restart a download, make a new operation that asks for the rest.",
    origin: .article(
      .b,
      passage: .init(
        "问我为什么?一个是因为断点的,一个是Queue是会自动移除Operation的",
        """
        you ask me why? One reason is resuming, the other is that the Queue removes the \
        Operation by itself
        """,
        at: 882)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The paused operation is finished, and an operation runs once. What has to survive the \
        pause is the bytes, not the operation.
        """),
    mutants: [
      .passing("suspend", as: "new-operation"),
      .trace(of: "new-operation", "the first operation is not finished") {
        $0.replacing(.settled, of: "film") { $0.state.remove(.finished) }
      },
      .trace(of: "new-operation", "the new one starts before the old one is over") {
        $0.movingToFront(.started, of: "rest")
      },
      .trace(of: "new-operation", "the paused transfer goes on") { trace in
        trace.edited { events in events.removeAll { $0.note == connectionIsGone } }
      },
      .trace(of: "new-operation", "the new one never ends") { $0.removing(.finished, of: "rest") },
    ]
  ) { runs in
    let run = try runs["new-operation"]
    let paused = try run.first(.cancelled, of: "film")
    let old = try run.first(.finished, of: "film")
    let gone = try run.first(.noted, of: "server", note: connectionIsGone)
    let isOver = try run.restInQueue(of: "film")
    let added = try run.enqueued("rest", in: "downloads")
    let start = try run.first(.started, of: "rest")
    let request = try run.request(2)
    let status = try run.first(.noted, of: "rest")
    let end = try run.first(.finished, of: "rest")
    let file = try run.last(.noted, of: "file")
    try run.require(
      paused.state.contains(.cancelled) && isOver.state.contains(.cancelled)
        && paused.seq < gone.seq && gone.seq < added.seq
        && request.note.hasSuffix("Range: bytes=\(Film.firstPart)-")
        && status.note == "the status is 206",
      "the paused one was cancelled, and another asked for the rest and got that")
    return .confirmed(
      if: isOver.state.contains(.finished) && isOver.note == "in no queue" && old.seq < start.seq
        && start.seq < end.seq && file.note == Film.isWhole,
      "the paused one was finished; another fetched the rest: \(file.note)",
      otherwise: "the old one was \(isOver.state), and in the end there were \(file.note)",
      [paused, old, gone, isOver, added, start, request, status, end, file])
  }
}

extension Run {
  /// What the server of lesson 19 saw of its request number so and so.
  func request(_ number: Int) throws -> Evidence {
    let request = all(.noted, of: "server").first { $0.note.hasPrefix("request \(number):") }
    guard let request else {
      throw MissingEvidence.event(.noted, subject: "server, request \(number)", program: program)
    }
    return request
  }
}
