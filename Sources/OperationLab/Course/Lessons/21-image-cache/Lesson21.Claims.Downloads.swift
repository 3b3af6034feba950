import OperationLab
import OperationDownloads
import OperationTesting

// SDWebImage's downloader, right and wrong.
extension Lesson21 {
  static let sixAtATime = Claim(
    "C35a", "The downloader's queue has width 6: at most six transfers run at a time.",
    origin: .article(
      .c,
      passage: .init(
        "所以SDWebImage最多同時(shí)下載6張圖片",
        "so SDWebImage downloads at most 6 pictures at the same time",
        at: 954)),
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
    let asked = try (1...8).map { try run.first(.ended, of: "picture \($0)") }
    try run.require(
      asked.allSatisfy { $0.seq < held.evidence[0].seq }, "all eight were asked for at first")
    let told = try (1...8).map { try run.first(.noted, of: "picture \($0)") }
    return .confirmed(
      if: held.atRest == 6 && held.atMost == 6
        && told.allSatisfy { $0.note == "gets it from network" },
      "at rest with six replies held, and never more; all eight pictures came",
      otherwise: "\(held.atRest) replies held at rest, \(held.atMost) at most",
      asked + held.evidence + told)
  }

  static let transferDecides = Claim(
    "C35b",
    """
    ... because an operation is finished only when its transfer's callback says so; if start() says \
    so, the queue limits nothing.
    """,
    origin: .article(
      .c,
      passage: .init(
        "由于dataTask的代理回調(diào)后才會(huì)把operation的狀態(tài)設(shè)置為完成",
        """
        since the state of the operation is set to finished only after the delegate of the \
        dataTask was called back
        """,
        at: 952)),
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
    for (run, held) in [(patient, limited), (hasty, unlimited)] {
      let added = try pictures.map { try run.enqueued($0, in: "downloads", width: 6) }
      try run.require(
        added.allSatisfy { $0.seq < held.evidence[0].seq }, "all eight were in the queue at first")
    }
    let waiting = try pictures.suffix(2).map { try patient.restInQueue(of: $0) }
    let working = try pictures.prefix(6).map { try patient.restInQueue(of: $0) }
    let over = try pictures.map { try hasty.restInQueue(of: $0) }
    let ends = try pictures.map { try patient.last(.settled, of: $0) }
    try patient.require(
      ends.allSatisfy { $0.state.contains(.finished) && $0.note == "in no queue" },
      "in the end all transfers are over, and all operations finished")
    return .confirmed(
      if: limited.atRest == 6 && limited.atMost == 6 && unlimited.atRest == 8
        && working.allSatisfy { $0.state == [.ready, .executing] }
        && waiting.allSatisfy { $0.state == .ready && $0.note == "in downloads" }
        && over.allSatisfy { $0.state.contains(.finished) && $0.note == "in no queue" },
      "six replies held and two operations waiting; finished too early, all eight were held",
      otherwise: "replies held at rest: \(limited.atRest) and \(unlimited.atRest)",
      [limited.evidence[0]] + waiting + [unlimited.evidence[0]] + over)
  }
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
    let isAnyGone = all(.ended).contains { $0.subject.hasPrefix("reply") && $0.seq < rest.seq }
    guard rest.note == "at rest with \(early.count) replies held", !isAnyGone else {
      throw MissingEvidence.event(.noted, subject: "server, at rest", program: program)
    }
    return Held(
      atRest: early.count, atMost: repliesOnly.peak(between: .began, and: .ended),
      evidence: [rest] + early)
  }

  /// The run as the server saw it.
  private var repliesOnly: Run {
    var run = self
    run.trace = Trace(trace.events.filter { $0.subject.hasPrefix("reply") })
    return run
  }
}
