extension PictureLoading {
  static let downloadClaims = [
    sixAtATime, transferDecides, cancelsInOrderClaim, otherOrder, kitCancelsClaim,
  ]

  private static let sixAtATime = Claim(
    "C35a", "The downloader's queue has width 6: at most six transfers run at a time.", source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        Six operations hold the six slots until their transfers are over. The seventh request \
        reaches the server when the first picture has been received.
        """),
    mutants: [
      .passing("finishes-first", as: "six"),
      .trace(of: "six", "the seventh is asked for before the first has gone") {
        $0.movingToFront(.began, of: "reply 7")
      },
      .trace(of: "six", "only five are asked for at first") {
        $0.movingToEnd(.began, of: "reply 6")
      },
      .trace(of: "six", "the eighth never comes") { $0.removing(.noted, of: "picture 8") },
      .trace(of: "six", "nobody waits for rest") { $0.removing(.noted, of: "server") },
    ]
  ) { runs in
    let run = try runs["six"]
    let held = try run.held()
    let told = try (1...8).map { try run.first(.noted, of: "picture \($0)") }
    return .confirmed(
      if: held.atRest == 6 && held.atMost == 6
        && told.allSatisfy { $0.note == "gets it from network" },
      "at rest with six replies held, and never more; all eight pictures came",
      otherwise: "\(held.atRest) replies held at rest, \(held.atMost) at most",
      held.evidence + told)
  }

  private static let transferDecides = Claim(
    "C35b",
    """
    ... because an operation is finished only when its transfer's callback says so; if start() says \
    so, the queue limits nothing.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        A slot is taken until isFinished. The width counts operations; it is a limit for transfers \
        as long as each operation lives as long as its transfer.
        """),
    mutants: [
      .passing("finishes-first", as: "finishes-last"),
      .passing("finishes-last", as: "finishes-first"),
      .trace(of: "finishes-last", "one that waits is executing") {
        $0.replacing(.settled, of: "picture 8") { $0.state.insert(.executing) }
      },
      .trace(of: "finishes-first", "nobody looked") { $0.removing(.settled) },
    ]
  ) { runs in
    let (patient, hasty) = (try runs["finishes-last"], try runs["finishes-first"])
    let (limited, unlimited) = (try patient.held(), try hasty.held())
    let pictures = (1...8).map { "picture \($0)" }
    let waiting = try pictures.suffix(2).map { try patient.first(.settled, of: $0) }
    let working = try pictures.prefix(6).map { try patient.first(.settled, of: $0) }
    let over = try pictures.map { try hasty.first(.settled, of: $0) }
    return .confirmed(
      if: limited.atRest == 6 && limited.atMost == 6 && unlimited.atRest == 8
        && working.allSatisfy { $0.state == [.ready, .executing] }
        && waiting.allSatisfy { $0.state == .ready && $0.note == "in downloads" }
        && over.allSatisfy { $0.state.contains(.finished) && $0.note == "in no queue" },
      "six replies held and two operations waiting; finished too early, all eight were held",
      otherwise: "replies held at rest: \(limited.atRest) and \(unlimited.atRest)",
      [limited.evidence[0]] + waiting + [unlimited.evidence[0]] + over)
  }

  private static let cancelsInOrderClaim = Claim(
    "C36a",
    "The downloader's cancel() cancels the transfer and then updates executing and finished.",
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() of Operation only sets a flag, so the subclass ends what it has begun. When the \
        queue hears of the end, there is one.
        """),
    mutants: [
      .passing("reports-first", as: "cancels-in-order"),
      .trace(of: "cancels-in-order", "it is finished while it is executing") {
        $0.replacing(.finished, of: "picture 1") { $0.state.insert(.executing) }
      },
      .trace(of: "cancels-in-order", "the second starts at once") {
        $0.movingToFront(.started, of: "picture 2")
      },
      .trace(of: "cancels-in-order", "the transfer goes on") { $0.removing(.noted) },
    ]
  ) { runs in
    let steps = try Steps(in: try runs["cancels-in-order"])
    let order = steps.evidence.map(\.seq)
    return .confirmed(
      if: order == order.sorted() && steps.stop.state.contains(.executing)
        && steps.flag.state == [.ready, .cancelled]
        && steps.end.state == [.ready, .finished, .cancelled],
      "its transfer was cancelled; executing no more; finished; then the next one started",
      otherwise: "not in this order: transfer, executing, finished, the next one's start",
      steps.evidence)
  }

  private static let otherOrder = Claim(
    "C36b",
    """
    In the other order the queue gives the slot away while the transfer is still under way: two \
    transfers at a time with width 1.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        isFinished is what frees the slot, at once, on whatever thread says so. What an operation \
        does after it is done outside the queue's count.
        """),
    mutants: [
      .passing("cancels-in-order", as: "reports-first"),
      .trace(of: "reports-first", "the first is cancelled in time") {
        $0.movingToFront(.noted, of: "picture 1")
      },
      .trace(of: "reports-first", "the server is not asked for the second") {
        $0.removing(.began, of: "reply 2")
      },
    ]
  ) { runs in
    let run = try runs["reports-first"]
    let steps = try Steps(in: run)
    let (first, second) = (
      try run.first(.began, of: "reply 1"), try run.first(.began, of: "reply 2")
    )
    let gone = try run.first(.ended, of: "reply 1")
    return .confirmed(
      if: steps.end.seq < steps.next.seq && second.seq < steps.stop.seq && second.seq < gone.seq
        && first.seq < second.seq,
      "finished; the server was asked for the second; only then the first transfer was cancelled",
      otherwise: "the second request came when the first transfer had been cancelled",
      [first, steps.end, steps.next, second, steps.stop])
  }

  private static let kitCancelsClaim = Claim(
    "C36c",
    """
    The kit's downloader does the same: when cancel() returns it is finished, and the server finds \
    the connection gone.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: """
        Its cancel() claims the end, cancels the transfer and then moves from executing to finished \
        in one step, so nobody sees it neither executing nor finished.
        """),
    mutants: [
      .trace(of: "kit-cancels", "it is still executing when cancel() has returned") {
        $0.replacing(.cancelled, of: "picture") { $0.state = [.ready, .executing, .cancelled] }
      },
      .trace(of: "kit-cancels", "the connection stays") { $0.removing(.noted, of: "server") },
      .trace(of: "kit-cancels", "it goes only when the server stops") {
        $0.inserting(.timedOut, of: "the connection has gone")
      },
      .trace(of: "kit-cancels", "the caller gets no error") { $0.removing(.noted, of: "caller") },
    ]
  ) { runs in
    let run = try runs["kit-cancels"]
    let cancelled = try run.first(.cancelled, of: "picture")
    let told = try run.first(.noted, of: "caller", note: "gets the error: cancelled")
    let gone = try run.first(.noted, of: "server", note: "the connection has gone away")
    let rest = try run.last(.settled, of: "picture")
    let gaveUp = run.all(.timedOut)
    guard gaveUp.isEmpty else {
      return Judgement(.undecided, "somebody waited in vain before it was gone", gaveUp)
    }
    return .confirmed(
      if: cancelled.state == [.ready, .finished, .cancelled] && rest.note == "in no queue"
        && rest.state == cancelled.state,
      "finished when cancel() had returned; the server's connection went away",
      otherwise: "when cancel() had returned it was '\(cancelled.state)'",
      [cancelled, told, gone, rest])
  }
}

/// The steps by which `picture 1` was cancelled, and the start of the next one.
private struct Steps {
  let cancelled: Evidence
  let stop: Evidence
  let flag: Evidence
  let end: Evidence
  let next: Evidence

  init(in run: Run) throws {
    cancelled = try run.first(.cancelled, of: "picture 1")
    stop = try run.first(.noted, of: "picture 1", note: "its transfer is cancelled")
    flag = try run.first(.observed, of: "picture 1")
    end = try run.first(.finished, of: "picture 1")
    next = try run.first(.started, of: "picture 2")
  }

  /// In the order in which SDWebImage does them.
  var evidence: [Evidence] { [cancelled, stop, flag, end, next] }
}

/// How many replies the server held.
private struct Held {
  /// When everything was at rest, before the first was let go.
  var atRest: Int
  /// At any time.
  var atMost: Int
  var evidence: [Evidence]
}

extension Run {
  /// - Throws: when nobody waited for rest.
  fileprivate func held() throws -> Held {
    let rest = try first(.noted, of: "server")
    let early = all(.began).filter { $0.subject.hasPrefix("reply") && $0.seq < rest.seq }
    let isAnyGone = all(.ended).contains { $0.seq < rest.seq }
    guard rest.note == "at rest with \(early.count) replies held", !isAnyGone else {
      throw MissingEvidence.event(.noted, subject: "server, at rest", program: program)
    }
    return Held(
      atRest: early.count, atMost: peak(between: .began, and: .ended), evidence: [rest] + early)
  }
}
