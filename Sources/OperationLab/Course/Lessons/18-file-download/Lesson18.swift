/// Lesson 18; its page is `Lessons/18-file-download/README.md`.
enum Lesson18 {
  static let lesson = Lesson(
    18, "file-download", title: "A download that can be cancelled at any moment",
    question: """
      A download runs in an operation. You cancel it while the server is silent. Who notices, and \
      when is the operation finished?
      """,
    programs: [
      article,
      looks,
      unknownLength,
      endsItself,
      downloadOperation,
    ],
    claims: [
      onTheMainThread,
      cancelledBefore,
      cancelledMeanwhile,
      looksTwiceMore,
      failed,
      failureEndsIt,
      endsWheneverCancelled,
      diskIsClean,
      startReturnsFirst,
      shareIsTrue,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .count(
      """
      Of five downloads one succeeds, one fails, three are cancelled. How many operations \
      finish, so that their completion block runs?
      """, .completed),
    "ends-itself": .count("How many of the five finish now?", .completed),
    "download-operation": .count(
      "How many of the five finish with the kit's own class?", .completed),
    "looks": .happens(
      """
      connected is cancelled while its connection is made. Does its request reach the \
      server?
      """, .noted, of: "connected server"),
    "unknown-length": .mark(
      """
      The server does not say how long the file is. What does the progress say when all \
      bytes are there?
      """, of: "chunked", [("100 %", shows(percent: 100)), ("0 %", shows(percent: 0))]),
  ]
}
