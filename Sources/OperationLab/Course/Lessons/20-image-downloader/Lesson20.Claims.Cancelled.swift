import OperationLab
import OperationDownloads
import OperationTesting

// Cancelled at a moment of our choice.
extension Lesson20 {
  static let firstEndCounts = Claim(
    "D04d",
    """
    ... and cancelled between the last look and the end, still one of the two, if all ends go \
    through one function; a cancel() that tells the caller by itself brings both.
    """,
    origin: .kit,
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
      .trace(of: "tells-once", "it is cancelled before the last look") {
        $0.movingToFront(.cancelled, of: "download")
      },
    ]
  ) { runs in
    let once = try (try runs["tells-once"]).toldAfterLastLook()
    let twice = try (try runs["tells-twice"]).toldAfterLastLook()
    return .confirmed(
      if: once.ends == ["catch: cancelled"]
        && Set(twice.ends) == ["catch: cancelled", "then: 32 x 32"],
      "with one way out: \(once.ends.listed); without: \(twice.ends.listed)",
      otherwise: "with one way out: \(once.ends.listed); without: \(twice.ends.listed)",
      once.evidence + twice.evidence)
  }

  static let resetTellsNobody = Claim(
    "D04e",
    """
    ... and a cancel() that resets the closures with all else, as the article's resets the \
    operation's other properties, brings neither.
    """,
    origin: .kit,
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
    let told = try (try runs["resets"]).toldAfterLastLook()
    return .confirmed(
      if: told.ends.isEmpty, "cancelled and at rest, and the caller was told nothing",
      otherwise: "the caller is told: \(told.ends.listed)", told.evidence)
  }

  static let eachChunk = Claim(
    "D05a",
    """
    An operation that looks for cancellation after each chunk stops with the next one; one that \
    does not takes all that comes.
    """,
    origin: .article(
      .d,
      passage: .init(
        "在比较耗时的操作之后都要检查一下isCancelled",
        "after each costly step look at isCancelled",
        at: 385)),
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
      .trace(of: "checks-each-chunk", "the transfer goes on") { $0.removing(.noted, of: "server") },
    ]
  ) { runs in
    let (heeding, deafRun) = (try runs["checks-each-chunk"], try runs["ignores-chunks"])
    for run in [heeding, deafRun] {
      let cancelled = try run.first(.cancelled, of: "download")
      try run.require(
        cancelled.state == [.ready, .executing, .cancelled], "cancel() only marked it")
      let first = try run.first(.progressed, of: "caller")
      try run.require(first.seq < cancelled.seq, "it was cancelled when a piece had come")
    }
    let (looking, deaf) = (try heeding.toldAfterCancel(), try deafRun.toldAfterCancel())
    // Nothing but this shows that the transfer was stopped, and not only forgotten.
    let gone = try heeding.first(.noted, of: "server", note: connectionIsGone)
    try heeding.require(heeding.all(.timedOut).isEmpty, "the server noticed by itself")
    let decoded = try deafRun.first(.noted, of: "download")
    try deafRun.require(
      decoded.note == "decodes \(PictureNetwork.file.count) bytes", "all bytes came")
    return .confirmed(
      if: looking.progress == 0 && looking.ends == ["catch: cancelled"]
        && deaf.progress == pieces - 1 && deaf.ends == ["catch: cancelled"]
        && looking.evidence[0].seq < gone.seq
        && deafRun.all(.noted, of: "server").isEmpty,
      "after cancel(): no more progress, and the server finds the connection gone; without looking, "
        + "\(deaf.progress) more and the decoding",
      otherwise: "progress after cancel(): \(looking.progress) times; \(deaf.progress) times",
      looking.evidence + [gone] + deaf.evidence + [decoded])
  }

  static let afterDecoding = Claim(
    "D05b",
    """
    ... and one that looks after decoding does not deliver the picture of a cancelled download; \
    one that does not delivers it.
    """,
    origin: .article(
      .d,
      passage: .init(
        "比如URLSessionDataDelegate、把接收到的data转成uiimage等等",
        "such as URLSessionDataDelegate, turning the received data into a UIImage, and so on",
        at: 391)),
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
    let (looking, forgetful) = (
      try (try runs["checks-after-decoding"]).toldAfterCancelWhileDecoding(),
      try (try runs["forgets-after-decoding"]).toldAfterCancelWhileDecoding()
    )
    return .confirmed(
      if: looking.ends == ["catch: cancelled"] && forgetful.ends == ["then: 32 x 32"],
      "cancelled while it decodes: \(looking.ends.listed); without looking: "
        + forgetful.ends.listed,
      otherwise: "looking: \(looking.ends.listed); not looking: \(forgetful.ends.listed)",
      looking.evidence + forgetful.evidence)
  }
}

extension Run {
  /// After the bytes had come and before the picture was there, cancel() came and only marked it.
  fileprivate func toldAfterCancelWhileDecoding() throws -> Lesson20.Told {
    let decodes = try first(
      .noted, of: "download", note: "decodes \(PictureNetwork.file.count) bytes")
    var told = try toldAfterCancel()
    try require(
      decodes.seq < told.evidence[0].seq && told.evidence[0].state.contains(.executing),
      "it was cancelled while it decoded, and cancel() only marked it")
    let looks = all(.observed, of: "download")
    try require(
      looks.allSatisfy { told.evidence[0].seq < $0.seq }, "nobody had looked before")
    told.evidence.insert(decodes, at: 0)
    return told
  }

  /// After the operation had looked for the last time and had not been cancelled, it was.
  fileprivate func toldAfterLastLook() throws -> Lesson20.Told {
    let look = try first(.observed, of: "download", note: "has looked")
    var told = try toldAfterCancel()
    try require(
      look.seq < told.evidence[0].seq && look.state == [.ready, .executing],
      "it was cancelled after the last look, which found it not cancelled")
    let heard = try first(.progressed, of: "caller")
    try require(heard.seq < told.evidence[0].seq, "its caller listened when it was cancelled")
    told.evidence.insert(contentsOf: [heard, look], at: 0)
    return told
  }
}

extension Trace {
  fileprivate func withoutPicture() -> Trace {
    edited { events in events.removeAll { $0.note.hasPrefix("then") } }
  }
}
