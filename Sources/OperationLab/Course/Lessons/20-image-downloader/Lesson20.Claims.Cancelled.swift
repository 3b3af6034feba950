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
    Scenario(
      "tells-once", given: cancelledAfterLastLook,
      expect: [.marks([catchError("cancelled")], by: "caller")]),
    Scenario(
      "tells-twice", given: cancelledAfterLastLook,
      expect: [
        .any(
          .marks([catchError("cancelled"), thenPicture(32, 32)], by: "caller"),
          .marks([thenPicture(32, 32), catchError("cancelled")], by: "caller"))
      ]))

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
    in: "resets", given: cancelledAfterLastLook, expect: [.marks([], by: "caller")])

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
    Scenario(
      "checks-each-chunk", given: onlyMarkedAfterProgress + [.noTimeout],
      expect: [
        .never(
          .progressed("caller").after(.cancelled("download")), until: .settled("download")),
        .marks([catchError("cancelled")], by: "caller"),
        .order(.cancelled("download"), .marked(connectionIsGone, by: "server")),
      ]),
    Scenario(
      "ignores-chunks",
      given: onlyMarkedAfterProgress + [.marks([decodesAll], by: "download")],
      expect: [
        .times(pieces, .progressed, of: "caller"),
        .marks([catchError("cancelled")], by: "caller"), .marks([], by: "server"),
      ]))

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
    Scenario(
      "checks-after-decoding", given: cancelledWhileDecoding,
      expect: [.marks([catchError("cancelled")], by: "caller")]),
    Scenario(
      "forgets-after-decoding", given: cancelledWhileDecoding,
      expect: [.marks([thenPicture(32, 32)], by: "caller")]))
}
