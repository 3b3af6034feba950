extension PictureChain {
  static let managerClaims = [
    limits, cancelsOne, cancelsAll, forgetsFinished, forgetsTheRightOne, articleTransfersTwice,
    shares,
  ]

  private static let limits = Claim(
    "D06a", "The manager limits how many downloads run at a time.", source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        It puts them into a queue with a width, and each is finished only when its transfer is. \
        The third request reaches the server when one of the first two has ended.
        """),
    mutants: [
      .trace(of: "manager", "the third is asked for at once") {
        $0.movingToFront(.noted, of: "picture 3")
      },
      .trace(of: "manager", "the server is asked for three") { trace in
        trace.edited { events in
          for place in events.indices where events[place].note.hasSuffix("asked for /1 /2") {
            events[place].note += " /3"
          }
        }
      },
      .trace(of: "manager", "the second is never asked for") {
        $0.removing(.noted, of: "picture 2")
      },
    ]
  ) { runs in
    let run = try runs["manager"]
    let look = try run.first(.noted, of: "manager")
    let freed = try run.first(.cancelled, of: "manager")
    let asked = try (1...4).map { try run.first(.noted, of: "picture \($0)", note: asks) }
    let early = asked.filter { $0.seq < freed.seq }
    return .confirmed(
      if: early.map(\.subject).sorted() == ["picture 1", "picture 2"]
        && look.note == "the server was asked for /1 /2",
      "at rest with two requests at the server; the third came when one had been cancelled",
      otherwise: "\(early.count) requests came while both slots were taken", asked + [look, freed])
  }

  private static let cancelsOne = Claim(
    "D06b", "... cancels one by its address", source: .d,
    expected: .everywhere(
      .confirmed,
      because: "It finds the operation in a table by address, and cancels that one."),
    mutants: [
      .trace(of: "manager", "2 gets its picture") {
        $0.answering("picture 2", "gets the picture")
      },
      .trace(of: "manager", "1 is cancelled, too") {
        $0.answering("picture 1", "gets the error: cancelled")
      },
      .trace(of: "manager", "2 is cancelled only with all the others") {
        $0.movingToEnd(.noted, of: "picture 2")
      },
    ]
  ) { runs in
    let run = try runs["manager"]
    let one = try run.first(.cancelled, of: "manager")
    let all = try run.last(.cancelled, of: "manager")
    let (second, first) = (try run.answer("picture 2"), try run.answer("picture 1"))
    return .confirmed(
      if: one.note == "/2" && second.note == "gets the error: cancelled"
        && first.note == "gets the picture" && one.seq < second.seq && second.seq < all.seq,
      "2 \(second.note); 1 \(first.note)",
      otherwise: "2 \(second.note); 1 \(first.note)", [one, second, first])
  }

  private static let cancelsAll = Claim(
    "D06c", "... cancels all", source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        Those that run end at once; those that wait for a slot end without a request. The kit's \
        manager cancels the waiting ones first: each slot that is freed would start one of them.
        """),
    mutants: [
      .trace(of: "manager", "6 gets its picture") { $0.answering("picture 6", "gets the picture") },
      .trace(of: "manager", "the server is asked for 5") { trace in
        trace.replacing(.noted, of: "manager") { event in
          if event.note.hasSuffix("/4") { event.note += " /5" }
        }
      },
      .trace(of: "manager", "4 is told nothing") { $0.answering("picture 4", nil) },
    ]
  ) { runs in
    let run = try runs["manager"]
    let all = try run.last(.cancelled, of: "manager")
    let answers = try (3...6).map { try run.answer("picture \($0)") }
    let requests = try run.last(.noted, of: "manager")
    return .confirmed(
      if: all.note == "all" && answers.allSatisfy { $0.note == "gets the error: cancelled" }
        && requests.note == "the server was asked for /1 /2 /3 /4",
      "the two that ran and the two that waited get their error; 5 and 6 were never asked for",
      otherwise: "3 to 6: \(answers.map(\.note)); \(requests.note)", [all] + answers + [requests])
  }

  private static let forgetsFinished = Claim(
    "D06d", "... and forgets each when it completes.", source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        What is over is taken out of the table: a table that only grows is a leak, and its \
        addresses could never be asked for again.
        """),
    mutants: [
      .trace(of: "manager", "it remembers 1") { $0.remembering("/1 /3 /4 /5 /6", insteadOf: "/3") },
      .trace(of: "manager", "it remembers 6 in the end") {
        $0.remembering("/6", insteadOf: "nothing")
      },
      .trace(of: "manager", "nobody asks it") { $0.removing(.noted, of: "manager") },
    ]
  ) { runs in
    let run = try runs["manager"]
    let told = try run.answer("picture 1")
    let halfway = run.all(.noted, of: "manager").filter { $0.note.hasPrefix("remembers") }
    guard let first = halfway.first, let last = halfway.last, first.seq < last.seq else {
      throw MissingEvidence.event(.noted, subject: "manager", program: "manager")
    }
    return .confirmed(
      if: told.seq < first.seq && first.note == "remembers /3 /4 /5 /6"
        && last.note == "remembers nothing",
      "when 1 has its picture: \(first.note); in the end: \(last.note)",
      otherwise: "when 1 has its picture: \(first.note); in the end: \(last.note)",
      [told, first, last])
  }

  private static let forgetsTheRightOne = Claim(
    "D06e",
    """
    The article's manager, which forgets by address in the completion block, forgets the right \
    one: a download that is cancelled and asked for again can be cancelled again.
    """,
    source: .d,
    expected: .everywhere(
      .refuted,
      because: """
        The completion block of the old operation runs after the new one was put into the table \
        under the same address, and removes that. The new one runs on, known to nobody. Compare \
        the operation, not the address.
        """),
    mutants: [
      .passing("forgets-its-own", as: "forgets-the-new"),
      .trace(of: "forgets-the-new", "the second is never asked for again") {
        $0.removing(.noted, of: "second")
      },
      .trace(of: "forgets-the-new", "the second gets its error") {
        $0.answering("second", "gets the error: cancelled")
      },
    ]
  ) { runs in
    let run = try runs["forgets-the-new"]
    let cancelled = try run.first(.cancelled, of: "manager", note: "the second request")
    let (first, second) = (try run.answer("first"), try run.answer("second"))
    let cure = try (try runs["forgets-its-own"]).answer("second")
    guard first.note == "gets the error: cancelled", cancelled.seq < second.seq else {
      return Judgement(.undecided, "the first was not cancelled in time", [first, cancelled])
    }
    return .confirmed(
      if: second.note == "gets the error: cancelled", "cancelled again, it \(second.note)",
      otherwise: "cancelled again, it \(second.note); with the kit's manager it \(cure.note)",
      [first, cancelled, second, cure])
  }

  private static let articleTransfersTwice = Claim(
    "D06f",
    "With the article's manager two requests for one address are two transfers, each for itself.",
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        It makes a new operation for each request, and the table knows the last one only: \
        cancelling the address would leave the other running.
        """),
    mutants: [
      .passing("shares-transfer", as: "asks-twice"),
      .trace(of: "asks-twice", "nobody counts the requests") { $0.removing(.noted, of: "server") },
    ]
  ) { runs in
    try (try runs["asks-twice"]).sharing(transfers: 2)
  }

  private static let shares = Claim(
    "D06g", "With the kit's manager they share one transfer, and each gets the picture.",
    source: .d,
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

  fileprivate static let asks = "the server is asked"
}

extension Run {
  /// What a request was answered, the last word about it.
  fileprivate func answer(_ subject: String) throws -> Evidence {
    let answers = all(.noted, of: subject).filter { $0.note.hasPrefix("gets") }
    guard let answer = answers.first, answers.count == 1 else {
      throw MissingEvidence.event(.noted, subject: "\(subject), one answer", program: program)
    }
    return answer
  }

  fileprivate func sharing(transfers: Int) throws -> Judgement {
    let answers = [try answer("first"), try answer("second")]
    let requests = try first(.noted, of: "server")
    let count = requests.note.count { $0 == "/" }
    return .confirmed(
      if: count == transfers && answers.allSatisfy { $0.note == "gets the picture" },
      "the server was asked \(count == 1 ? "once" : "twice"), and both get the picture",
      otherwise: "requests: \(count); \(answers.map(\.note).joined(separator: ", "))",
      answers + [requests])
  }
}

extension Trace {
  /// The trace with another answer to a request, or with none.
  fileprivate func answering(_ subject: String, _ note: String?) -> Trace {
    edited { events in
      let isAnswer = { (event: Event) in
        event.subject == subject && event.note.hasPrefix("gets")
      }
      guard let place = events.firstIndex(where: isAnswer) else { return }
      if let note { events[place].note = note } else { events.remove(at: place) }
    }
  }

  fileprivate func remembering(_ paths: String, insteadOf start: String) -> Trace {
    replacing(.noted, of: "manager") { event in
      if event.note.hasPrefix("remembers \(start)") { event.note = "remembers \(paths)" }
    }
  }
}
