import OperationLab
import OperationDownloads
import OperationTesting

// Several requests for one address: the kit's manager, and article D's.
extension Lesson20 {
  static let forgetsTheRightOne = Claim(
    "D06e",
    """
    The article's manager, which forgets by address in the completion block, forgets the right \
    one: a download that is cancelled and asked for again can be cancelled again.
    """,
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The completion block of the old operation runs after the new one was put into the table \
        under the same address, and removes that. The new one runs on, known to nobody. Compare \
        the operation, not the address.
        """),
    mutants: [
      .passing("forgets-its-own", as: "forgets-the-new"),
      .trace(of: "forgets-the-new", "the old one's block takes nothing out") {
        $0.replacing(.noted, of: "table") { event in
          if event.note == "will hold nothing" { event.note = "will hold download 2" }
        }
      },
      .trace(of: "forgets-the-new", "the second is never asked for again") {
        $0.removing(.noted, of: "second")
      },
      .trace(of: "forgets-the-new", "the second gets its error") {
        $0.answering("second", "gets the error: cancelled")
      },
    ]
  ) { runs in
    let (run, cure) = (try runs["forgets-the-new"], try runs["forgets-its-own"])
    let added = try run.enqueued("download 2", in: "downloads")
    let completed = try run.first(.completed, of: "download 1")
    var evidence: [Evidence] = []
    for run in [run, cure] {
      let cancels = try ["first", "second"].map {
        try run.first(.cancelled, of: "manager", note: "the \($0) request")
      }
      let asked = try run.first(.noted, of: "request 2", note: isAtServer)
      let (first, second) = (try run.answer("first"), try run.answer("second"))
      try run.require(
        first.note == "gets the error: cancelled" && cancels[0].seq < asked.seq
          && asked.seq < cancels[1].seq && first.seq < cancels[1].seq
          && cancels[1].seq < second.seq,
        "it was cancelled, asked for again, and cancelled again")
      evidence += [cancels[0], asked, first, cancels[1], second]
    }
    try run.require(
      added.seq < completed.seq && completed.seq < evidence[3].seq,
      "the old one's completion block ran when the new one was in the table")
    let (second, cured) = (evidence[4], evidence[9])
    let isCancelled = second.note == "gets the error: cancelled"
    let table = run.all(.noted, of: "table")
    let changes = try ["download 1", "download 2"].map {
      try run.first(.noted, of: "table", note: "will hold \($0)")
    }
    guard let removal = table.first(where: { $0.seq > changes[1].seq }) else {
      throw MissingEvidence.event(.noted, subject: "table, removal", program: run.program)
    }
    try run.require(
      changes[0].seq < evidence[0].seq && changes[1].seq < added.seq
        && removal.seq < completed.seq && removal.thread == completed.thread
        && (isCancelled || removal.note == "will hold nothing"),
      "the new one was in the table, and the old one's block took it out")
    try cure.require(
      cured.note == "gets the error: cancelled", "the kit's manager forgets the right one")
    return .confirmed(
      if: isCancelled, "cancelled again, it \(second.note)",
      otherwise: "cancelled again, it \(second.note); with the kit's manager it \(cured.note)",
      changes + [added, removal, completed] + evidence)
  }

  static let articleTransfersTwice = Claim(
    "D06f",
    "With the article's manager two requests for one address are two transfers, each for itself.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It makes a new operation for each request, and the table knows the last one only: \
        cancelling the address would leave the other running.
        """),
    mutants: [
      .passing("shares-transfer", as: "asks-twice"),
      .trace(of: "asks-twice", "the second asked when the first had been answered") {
        $0.movingToEnd(.noted, of: "request 2")
      },
      .trace(of: "asks-twice", "nobody counts the requests") { $0.removing(.noted, of: "server") },
    ]
  ) { runs in
    try (try runs["asks-twice"]).sharing(transfers: 2)
  }

  static let shares = Claim(
    "D06g", "With the kit's manager they share one transfer, and each gets the picture.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "The table holds, for each address, one operation and all who wait for it."),
    mutants: [
      .passing("asks-twice", as: "shares-transfer"),
      .trace(of: "shares-transfer", "the second gets nothing") { $0.answering("second", nil) },
      .trace(of: "shares-transfer", "the second gets an error") {
        $0.answering("second", "gets the error: cancelled")
      },
    ]
  ) { runs in
    try (try runs["shares-transfer"]).sharing(transfers: 1)
  }

  static let isAtServer = "is at the server"
}

extension Run {
  fileprivate func sharing(transfers: Int) throws -> Judgement {
    let asks = try ["first", "second"].map { try first(.noted, of: $0, note: "asks") }
    let held = try (1...transfers).map {
      try first(.noted, of: "request \($0)", note: Lesson20.isAtServer)
    }
    let answers = [try answer("first"), try answer("second")]
    try require(
      (asks + held).allSatisfy { $0.seq < answers[0].seq && $0.seq < answers[1].seq },
      "both had asked before either was answered")
    let requests = try first(.noted, of: "server")
    let count = requests.note.count { $0 == "/" }
    return .confirmed(
      if: requests.note == "was asked for" + String(repeating: " /picture", count: transfers)
        && answers.allSatisfy { $0.note == "gets the picture" },
      "the server was asked \(count == 1 ? "once" : "twice"), and both get the picture",
      otherwise: "requests: \(count); \(answers.map(\.note).joined(separator: ", "))",
      asks + held + answers + [requests])
  }
}
