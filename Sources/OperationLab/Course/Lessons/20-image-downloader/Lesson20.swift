import OperationLab

/// Lesson 20; its page is `Lessons/20-image-downloader/README.md`.
enum Lesson20 {
  static let lesson = Lesson(
    20, "image-downloader", title: "A picture, or an error, and never both",
    question: """
      ImageDownloader(url).progress { }.then { }.catch { }.start() looks simple. What is its caller \
      told when somebody cancels, and how often? And what does a manager of many owe to each?
      """,
    programs: [
      chain,
      chainFails,
      chainCancelled,
      checksEachChunk,
      ignoresChunks,
      checksAfterDecoding,
      forgetsDecoding,
      tellsOnce,
      tellsTwice,
      resets,
      table,
      manager,
      sharesTransfer,
      asksTwice,
      forgetsItsOwn,
      forgetsTheNew,
      losesEntry,
      keepsEntries,
      capturesItself,
      capturesWeakly,
    ],
    claims: [
      picture,
      error,
      cancelledChain,
      firstEndCounts,
      resetTellsNobody,
      eachRow,
      eachChunk,
      afterDecoding,
      limits,
      cancelsOne,
      cancelsAll,
      forgetsFinished,
      forgetsTheRightOne,
      articleTransfersTwice,
      shares,
      tableLosesEntries,
      closuresHoldTheirOperation,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "chain": .times(
      "The picture comes in three pieces. How often is the caller told of progress?", .progressed,
      of: "caller"),
    "chain-fails": .mark(
      "What comes is no picture. Which closure is called?", of: "caller", closures),
    "chain-cancelled": .mark(
      "It is cancelled after the first piece. Which closure is called?", of: "caller", closures),
    "checks-each-chunk": .happens(
      """
      It is cancelled after the first piece, and looks at each piece. Does it decode \
      anything?
      """, decodesAll, by: "download"),
    "ignores-chunks": .happens(
      """
      Now it looks only after decoding. Does it decode, although it was cancelled long \
      before?
      """, decodesAll, by: "download"),
    "checks-after-decoding": .mark(
      """
      It is cancelled while it decodes, and looks afterwards. Which closure is called?
      """, of: "caller", closures),
    "forgets-after-decoding": .mark(
      "It does not look again. Which closure is called?", of: "caller", closures),
    "tells-once": endings(
      "cancel() comes after the last look. How many endings is the caller told of?"),
    "tells-twice": endings(
      "Now nobody asks who was first. How many endings is the caller told of?"),
    "resets": endings("cancel() throws the closures away. How many endings is the caller told of?"),
    "table": .first(
      "Four pictures, two at a time. Which comes first?",
      Milestone("picture 1 is there", .noted, of: "picture 1"),
      Milestone("picture 3 has progress", .progressed, of: "picture 3")),
    "manager": .times(
      """
      2 is cancelled, 1 comes, then all are cancelled. Of the pictures 1 to 6, how many \
      come?
      """, getsPicture, by: "picture 1", "picture 2", "picture 3", "picture 4", "picture 5",
      "picture 6"),
    "shares-transfer": .count(
      "One address is asked for twice. How many requests reach the server?", .noted,
      of: ["request 1", "request 2"]),
    "asks-twice": .count(
      "How many requests reach the server with the article's manager?", .noted,
      of: ["request 1", "request 2"]),
    "forgets-its-own": .happens(
      "The second request is cancelled. Does second get a picture?", getsPicture,
      by: "second"),
    "forgets-the-new": .happens(
      "The second request is cancelled. Does second get a picture all the same?", getsPicture,
      by: "second"),
    "loses-an-entry": .mark(
      "The table loses the entry of 2, and 2 is cancelled. What does the caller get?",
      of: "picture 2", answers),
    "keeps-every-entry": .mark(
      "What does the caller of 2 get now?", of: "picture 2", answers),
    "captures-itself": .happens(
      "Its closures hold the operation. Is the operation deallocated?", .released, of: "download 1"),
    "captures-weakly": .happens("Is the operation deallocated now?", .released, of: "download 1"),
  ]

  private static let closures: [(label: String, mark: Event.Mark)] = [
    ("then", "then: {} x {}"), ("catch", "catch: {}"),
  ]

  private static let answers: [(label: String, mark: Event.Mark)] = [
    ("the picture", getsPicture), ("the error", "gets the error: {}"),
  ]

  private static func endings(_ question: String) -> Prediction {
    Prediction(question, .number) { run in
      let events = run.trace.events.filter { event in
        event.subject == "caller" && closures.contains { event.mark?.isLike($0.mark) == true }
      }
      return Prediction.Result("\(events.count)", events)
    }
  }
}
