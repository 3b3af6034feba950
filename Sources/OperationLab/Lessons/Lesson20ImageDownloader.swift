extension Lesson {
  static let imageDownloader = Lesson(
    20, "image-downloader", title: "A picture, or an error, and never both",
    question: """
      ImageDownloader(url).progress { }.then { }.catch { }.start() looks simple. What is its caller \
      told when somebody cancels, and how often? And what does a manager of many owe to each?
      """,
    programs: PictureChain.programs + PictureChain.managerPrograms,
    claims: [
      picture, error, cancelledChain, firstEndCounts, resetTellsNobody, PictureChain.eachRow,
      eachChunk, afterDecoding,
    ] + PictureChain.managerClaims)

  private static let picture = Claim(
    "D04a", "The chain delivers progress, then the picture, and no error.", source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        Every chunk is reported as it comes. The end goes through one function, which hands over \
        the result once.
        """),
    mutants: [
      .passing("chain-fails", as: "chain"),
      .passing("chain-cancelled", as: "chain"),
      .trace(of: "chain", "the picture comes before the progress") { $0.callerReversed() },
      .trace(of: "chain", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let told = try (try runs["chain"]).told()
    return .confirmed(
      if: told.progress == 3 && told.ends == ["then: 32 x 32"] && told.endIsLast,
      "progress \(told.progress) times, then the picture, and nothing more",
      otherwise: "progress \(told.progress) times; ends: \(told.ends.listed)", told.evidence)
  }

  private static let error = Claim(
    "D04b", "... or, when what came is no picture, progress and then one error.", source: .d,
    expected: .everywhere(
      .confirmed,
      because: "A failure takes the same way out as a success: one function, one result."),
    mutants: [
      .passing("chain", as: "chain-fails"),
      .trace(of: "chain-fails", "the error comes twice") { $0.tellingAgain() },
    ]
  ) { runs in
    let told = try (try runs["chain-fails"]).told()
    return .confirmed(
      if: told.progress == 3 && told.ends == ["catch: no picture"] && told.endIsLast,
      "progress \(told.progress) times, then the error, and nothing more",
      otherwise: "progress \(told.progress) times; ends: \(told.ends.listed)", told.evidence)
  }

  private static let cancelledChain = Claim(
    "D04c", "... or, when it is cancelled on the way, one error and no further progress.",
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() is one more end, which claims the result before it stops the transfer. What still \
        arrives finds that the end is taken.
        """),
    mutants: [
      .passing("chain", as: "chain-cancelled"),
      .passing("ignores-chunks", as: "chain-cancelled"),
      .trace(of: "chain-cancelled", "nobody is told") { $0.removing(.noted, of: "caller") },
    ]
  ) { runs in
    let told = try (try runs["chain-cancelled"]).told()
    return .confirmed(
      if: told.progress == 1 && told.ends == ["catch: cancelled"] && told.endIsLast,
      "progress once, then the error, and nothing more",
      otherwise: "progress \(told.progress) times; ends: \(told.ends.listed)", told.evidence)
  }

  private static let firstEndCounts = Claim(
    "D04d",
    """
    ... and cancelled between the last look and the end, still one of the two, if all ends go \
    through one function; a cancel() that tells the caller by itself brings both.
    """,
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        After the last look there is always a moment in which cancel() may come. Looking cannot \
        close it; deciding under one lock who ends it, and letting only the first tell, does.
        """),
    mutants: [
      .passing("tells-twice", as: "tells-once"),
      .passing("tells-once", as: "tells-twice"),
      .passing("resets", as: "tells-once"),
      .trace(of: "tells-twice", "the picture is not told") { $0.withoutPicture() },
    ]
  ) { runs in
    let once = try (try runs["tells-once"]).told()
    let twice = try (try runs["tells-twice"]).told()
    return .confirmed(
      if: once.ends == ["catch: cancelled"] && twice.ends == ["catch: cancelled", "then: 32 x 32"],
      "with one way out: \(once.ends.listed); without: \(twice.ends.listed)",
      otherwise: "with one way out: \(once.ends.listed); without: \(twice.ends.listed)",
      once.evidence + twice.evidence)
  }

  private static let resetTellsNobody = Claim(
    "D04e",
    """
    ... and a cancel() that resets the closures with all else, as the article's resets the \
    operation's other properties, brings neither.
    """,
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        The closures are properties, too. Reset before anybody has called one, they are gone: the \
        caller is told nothing and shows its progress bar for ever.
        """),
    mutants: [
      .passing("tells-once", as: "resets"),
      .passing("tells-twice", as: "resets"),
      .trace(of: "resets", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let told = try (try runs["resets"]).told()
    return .confirmed(
      if: told.ends.isEmpty, "cancelled and at rest, and the caller was told nothing",
      otherwise: "the caller is told: \(told.ends.listed)", told.evidence)
  }

  private static let eachChunk = Claim(
    "D05a",
    """
    An operation that looks for cancellation after each chunk stops with the next one; one that \
    does not takes all that comes.
    """,
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() sets a flag. Whoever receives the bytes has to look at it, and then has to cancel \
        the transfer: nothing else stops the server.
        """),
    mutants: [
      .passing("ignores-chunks", as: "checks-each-chunk"),
      .passing("checks-each-chunk", as: "ignores-chunks"),
      .trace(of: "ignores-chunks", "it is never cancelled") { $0.removing(.cancelled) },
    ]
  ) { runs in
    let looking = try (try runs["checks-each-chunk"]).toldAfterCancel()
    let deaf = try (try runs["ignores-chunks"]).toldAfterCancel()
    let decoded = try (try runs["ignores-chunks"]).first(.noted, of: "download")
    return .confirmed(
      if: looking.progress == 0 && looking.ends == ["catch: cancelled"] && deaf.progress == 2
        && deaf.ends == ["catch: cancelled"],
      "after cancel(): no more progress; without looking, \(deaf.progress) more and the decoding",
      otherwise: "progress after cancel(): \(looking.progress) times; \(deaf.progress) times",
      looking.evidence + deaf.evidence + [decoded])
  }

  private static let afterDecoding = Claim(
    "D05b",
    """
    ... and one that looks after decoding does not deliver the picture of a cancelled download; \
    one that does not delivers it.
    """,
    source: .d,
    expected: .everywhere(
      .confirmed,
      because: """
        Decoding takes long, and no chunk comes meanwhile. Without a look after it, a cell that \
        scrolled away gets the picture all the same, over the one that is there now.
        """),
    mutants: [
      .passing("forgets-after-decoding", as: "checks-after-decoding"),
      .passing("checks-after-decoding", as: "forgets-after-decoding"),
      .trace(of: "checks-after-decoding", "it is never cancelled") { $0.removing(.cancelled) },
    ]
  ) { runs in
    let looking = try (try runs["checks-after-decoding"]).toldAfterCancel()
    let forgetful = try (try runs["forgets-after-decoding"]).toldAfterCancel()
    return .confirmed(
      if: looking.ends == ["catch: cancelled"] && forgetful.ends == ["then: 32 x 32"],
      "cancelled while it decodes: \(looking.ends.listed); without looking: "
        + forgetful.ends.listed,
      otherwise: "looking: \(looking.ends.listed); not looking: \(forgetful.ends.listed)",
      looking.evidence + forgetful.evidence)
  }
}

/// What the caller of a chain was told, until everything was at rest.
private struct Told {
  /// How often it was told of progress.
  var progress: Int
  /// Every result it was told, in order.
  var ends: [String]
  /// Whether nothing came after the last result.
  var endIsLast: Bool
  var evidence: [Evidence]
}

extension Run {
  /// - Throws: when the download did not settle: then more may come.
  fileprivate func told(from seq: Int = 0) throws -> Told {
    let settled = try last(.settled, of: "download")
    let told = (all(.progressed, of: "caller") + all(.noted, of: "caller"))
      .filter { seq <= $0.seq && $0.seq < settled.seq }.sorted { $0.seq < $1.seq }
    let ends = told.filter { $0.kind == .noted }
    return Told(
      progress: told.count - ends.count, ends: ends.map(\.note),
      endIsLast: told.last?.kind == .noted, evidence: told + [settled])
  }

  fileprivate func toldAfterCancel() throws -> Told {
    let cancelled = try first(.cancelled, of: "download")
    var told = try told(from: cancelled.seq)
    told.evidence.insert(cancelled, at: 0)
    return told
  }
}

extension [String] {
  fileprivate var listed: String { isEmpty ? "nothing" : joined(separator: ", ") }
}

extension Trace {
  /// What the caller is told, in the opposite order.
  fileprivate func callerReversed() -> Trace {
    edited { events in
      let places = events.indices.filter { events[$0].subject == "caller" }
      let told = places.map { events[$0] }
      for (place, event) in zip(places, told.reversed()) { events[place] = event }
    }
  }

  /// The last thing that the caller is told, once more.
  fileprivate func tellingAgain() -> Trace {
    edited { events in
      guard let place = events.lastIndex(where: { $0.subject == "caller" }) else { return }
      events.insert(events[place], at: place)
    }
  }

  fileprivate func withoutPicture() -> Trace {
    edited { events in events.removeAll { $0.note.hasPrefix("then") } }
  }
}
