import OperationBench

/// Lesson 20. Its page is `Lessons/20-image-downloader/README.md`.
enum Lesson20 {
  static let lesson = Lesson(
    20, "image-downloader", title: "A picture, or an error, and never both",
    question: """
      ImageDownloader(url).progress { }.then { }.catch { }.start() looks simple. If the download is \
      cancelled, which closures are called, and how often?
      """,
    programs: [
      chain,
      chainCancelled,
      tellsTwice,
      tellsOnce,
      manager,
    ],
    further: [
      chainFails,
      checksEachChunk,
      ignoresChunks,
      checksAfterDecoding,
      forgetsDecoding,
      resets,
      table,
      sharesTransfer,
      asksTwice,
      forgetsItsOwn,
      forgetsTheNew,
    ],
    claims: [
      picture,
      error,
      cancelledChain,
      firstEndCounts,
      resetDeliversNothing,
      eachRow,
      eachChunk,
      afterDecoding,
      limits,
      cancelsOne,
      cancelsAll,
      removesFinished,
      cancelsAgain,
      articleTransfersTwice,
      shares,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "chain": .times(
      "The picture comes in three pieces. How often does the caller get progress?",
      .progressed("caller")),
    "chain-cancelled": .mark(
      "The download is cancelled after the first piece. Which closure is called?", of: "caller",
      closures),
    "tells-twice": results(
      """
      cancel() comes after the last check, and calls the caller's closure. How many results does \
      the caller get?
      """),
    "tells-once": results(
      "Now one function delivers only the first result. How many results does the caller get?"),
    "manager": .times(
      """
      2 is cancelled, 1 arrives, then all are cancelled. How many of the six pictures do callers \
      get?
      """, .marked(getsPicture, by: "picture 1"), .marked(getsPicture, by: "picture 2"),
      .marked(getsPicture, by: "picture 3"), .marked(getsPicture, by: "picture 4"),
      .marked(getsPicture, by: "picture 5"), .marked(getsPicture, by: "picture 6")),
    "chain-fails": .mark(
      "The bytes are no picture. Which closure is called?", of: "caller", closures),
    "checks-each-chunk": .happens(
      """
      The download is cancelled after the first piece, and checks the flag after each piece. Does \
      it decode?
      """, .marked(decodesAll, by: "download")),
    "ignores-chunks": .happens(
      """
      The download is cancelled after the first piece, and checks the flag only after decoding. \
      Does it decode?
      """, .marked(decodesAll, by: "download")),
    "checks-after-decoding": .mark(
      """
      The download is cancelled while it decodes, and checks the flag afterwards. Which closure is \
      called?
      """, of: "caller", closures),
    "forgets-after-decoding": .mark(
      "It does not check the flag after decoding. Which closure is called?", of: "caller",
      closures),
    "resets": results(
      "cancel() sets the closures to nil. How many results does the caller get?"),
    "table": .first(
      "Four pictures, two at a time. Which comes first?",
      ("picture 1 is there", .event(.noted, of: "picture 1")),
      ("picture 3 has progress", .progressed("picture 3"))),
    "shares-transfer": .count(
      """
      Two callers want one address from the kit's manager. How many requests reach the server?
      """, .noted,
      of: ["request 1", "request 2"]),
    "asks-twice": .count(
      """
      Two callers want one address from article D's manager. How many requests reach the server?
      """, .noted,
      of: ["request 1", "request 2"]),
    "forgets-its-own": .happens(
      "The second request is cancelled. Does its caller get a picture?",
      .marked(getsPicture, by: "second")),
    "forgets-the-new": .happens(
      "With article D's manager the second request is cancelled. Does its caller get a picture?",
      .marked(getsPicture, by: "second")),
  ]

  private static let closures: [(label: String, mark: Event.Mark)] = [
    ("then", "then: {} x {}"), ("catch", "catch: {}"),
  ]

  private static func results(_ question: String) -> Prediction {
    .times(
      question, .marked(closures[0].mark, by: "caller"), .marked(closures[1].mark, by: "caller"))
  }
}
