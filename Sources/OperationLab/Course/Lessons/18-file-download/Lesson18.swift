/// Lesson 18. Its page is `Lessons/18-file-download/README.md`.
enum Lesson18 {
  static let lesson = Lesson(
    18, "file-download", title: "A download that can be cancelled at any moment",
    question: """
      A download runs in an operation. You cancel it while the server is silent. Which code notices \
      that, and when is the operation finished?
      """,
    programs: [
      article,
      endsItself,
    ],
    further: [
      downloadOperation,
      looks,
      unknownLength,
    ],
    claims: [
      onTheMainThread,
      cancelledBefore,
      cancelledMeanwhile,
      failed,
      endsWheneverCancelled,
      failureEndsIt,
      startReturnsFirst,
      wholeFileOrNone,
      looksTwiceMore,
      shareIsTrue,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
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
      """, .event(.noted, of: "connected server")),
    "unknown-length": .mark(
      """
      The server does not say how long the file is. What is the progress when all bytes have \
      arrived?
      """, of: "chunked", [("100 %", shows(percent: 100)), ("0 %", shows(percent: 0))]),
  ]
}
