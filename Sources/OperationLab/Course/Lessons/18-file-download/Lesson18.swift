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
    ])
}
