extension Lesson {
  static let resumableDownloads = Lesson(
    19, "resumable-downloads", title: "To pause a download is to end its operation",
    question: """
      A download is half-way and you pause it. What becomes of its slot in the queue? And when it \
      goes on: does the server send the rest, or everything?
      """,
    programs: ResumableDownloadsPrograms.all,
    claims: [
      rangeResumes, rangeIsARequest, nextStartsByItself, suspendContinues, suspendedHoldsSlot,
      newOperationForRest, managerDoesItAll,
    ])

  private static let rangeResumes = Claim(
    "B02",
    "A download resumes from where it stopped with the request header Range: bytes=start-.",
    source: .b,
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
    let request = try run.last(.noted, of: "server")
    let file = try run.last(.noted, of: "file")
    return .confirmed(
      if: request.note == "request 2: Range: bytes=\(Film.firstPart)-"
        && file.note == Film.isWhole,
      "\(half.note) had come; '\(request.note)' brought the rest: \(file.note)",
      otherwise: "'\(request.note)' led to \(file.note)", [half, request, file])
  }

  private static let rangeIsARequest = Claim(
    "B02b", "Sending the header Range is enough: the answer may be appended to what there is.",
    source: .b,
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
    let (run, cure) = (try runs["trusting"], try runs["checking"])
    let request = try run.first(.noted, of: "server")
    let status = try run.first(.noted, of: "rest")
    let file = try run.last(.noted, of: "file")
    let cured = try cure.last(.noted, of: "file")
    guard cured.note == Film.isWhole, status.note == "the status is 200" else {
      return Judgement(.undecided, "the server did not ignore Range, or looking did not help", [])
    }
    return .confirmed(
      if: file.note == Film.isWhole, "appended, it made the file",
      otherwise: "asked for the rest, the server sent everything; appended: \(file.note)",
      [request, status, file, cured])
  }

  private static let nextStartsByItself = Claim(
    "B03",
    """
    The queue starts an operation when it is ready and fewer than the width are running; when one \
    finishes, the next starts by itself.
    """,
    source: .b,
    expected: .everywhere(
      .confirmed,
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
    let names = ResumableDownloadsPrograms.four
    let started = try names.map { try run.first(.started, of: $0) }
    let finished = try names.map { try run.first(.finished, of: $0) }
    let waiting = try names[2...].map { try run.first(.settled, of: $0) }
    let isStuck = waiting.allSatisfy {
      !$0.state.contains(.executing) && $0.note == "in downloads"
    }
    return .confirmed(
      if: isStuck && run.peak(between: .started, and: .finished) == 2
        && waiting.allSatisfy { $0.seq < finished[0].seq }
        && (finished[0].seq..<finished[1].seq).contains(started[2].seq)
        && (finished[1].seq..<finished[2].seq).contains(started[3].seq),
      "two at a time; c started when a was finished, d when b was, and nobody told them to",
      otherwise: "they did not start one for one as others finished",
      waiting + zip(finished, started[2...]).flatMap { [$0, $1] })
  }

  private static let suspendContinues = Claim(
    "B04", "Pausing by suspending the session's task and resuming it continues the transfer.",
    source: .b,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux suspend() drops the connection, and resume() sends the same request once more: \
        the body begins again, and its bytes come after those that were there. On macOS the \
        connection waits.
        """),
    mutants: [
      .trace(of: "suspend", "the file comes out the other way") {
        $0.replacing(.noted, of: "file") { event in
          if event.note == "\(Film.firstPart) bytes" { return }
          event.note = event.note == Film.isWhole ? "80000 bytes, wrong" : Film.isWhole
        }
      },
      .trace(of: "suspend", "it was never resumed") { $0.removing(.noted, of: "film") },
      .trace(of: "suspend", "nobody looked at the file") { $0.removing(.noted, of: "file") },
    ]
  ) { runs in
    let run = try runs["suspend"]
    let half = try run.first(.noted, of: "file", note: "\(Film.firstPart) bytes")
    let paused = try run.first(.noted, of: "film", note: "paused: its task is suspended")
    let goesOn = try run.first(.noted, of: "film", note: "goes on: its task is resumed")
    let requests = run.all(.noted, of: "server")
    let file = try run.last(.noted, of: "file")
    guard file.seq > goesOn.seq else {
      throw MissingEvidence.event(.noted, subject: "file, in the end", program: run.program)
    }
    return .confirmed(
      if: file.note == Film.isWhole, "\(requests.count) request; in the end \(file.note)",
      otherwise: "\(half.note) had come, then \(requests.count) requests: in the end \(file.note)",
      [half, paused, goesOn] + requests + [file])
  }

  private static let suspendedHoldsSlot = Claim(
    "B05", "A paused task inside an executing operation holds its slot in the queue.", source: .b,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue knows operations, not tasks. This one says 'executing' for as long as the pause \
        lasts, and a queue full of pauses starts nothing.
        """),
    mutants: [
      .passing("new-operation", as: "paused"),
      .passing("paused", as: "new-operation"),
      .trace(of: "paused", "the next starts") { $0.inserting(.started, of: "next") },
      .trace(of: "paused", "it leaves the queue") {
        $0.replacing(.settled, of: "film") { $0.note = "in no queue" }
      },
      .trace(of: "paused", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (run, cure) = (try runs["paused"], try runs["new-operation"])
    let paused = try run.first(.noted, of: "film", note: "paused: its task is suspended")
    let film = try run.last(.settled, of: "film")
    let next = try run.occurrence(of: .started, of: "next")
    let cancelled = try cure.first(.finished, of: "film")
    let freed = try cure.first(.started, of: "next")
    return .confirmed(
      if: film.state.contains(.executing) && film.note == "in downloads" && next.isNever
        && cancelled.seq < freed.seq,
      "film was \(film.state), \(film.note), and next never started; cancelled, it made room",
      otherwise: "next started although the paused film was there",
      [paused, film, next.evidence, cancelled, freed])
  }

  private static let newOperationForRest = Claim(
    "B06", "To resume or restart a download, make a new operation that asks for the rest.",
    source: .b,
    expected: .everywhere(
      .confirmed,
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
      .trace(of: "new-operation", "the new one never ends") { $0.removing(.finished, of: "rest") },
    ]
  ) { runs in
    let run = try runs["new-operation"]
    let old = try run.first(.finished, of: "film")
    let isOver = try run.first(.settled, of: "film")
    let start = try run.first(.started, of: "rest")
    let end = try run.first(.finished, of: "rest")
    let file = try run.last(.noted, of: "file")
    return .confirmed(
      if: isOver.state.contains(.finished) && isOver.note == "in no queue" && old.seq < start.seq
        && start.seq < end.seq && file.note == Film.isWhole,
      "the paused one was finished; another fetched the rest: \(file.note)",
      otherwise: "the old one was \(isOver.state), and in the end there were \(file.note)",
      [old, isOver, start, end, file])
  }
}
