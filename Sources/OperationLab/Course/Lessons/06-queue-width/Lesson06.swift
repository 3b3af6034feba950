/// Lesson 6; its page is `Lessons/06-queue-width/README.md`.
enum Lesson06 {
  static let lesson = Lesson(
    6, "queue-width", title: "What the width of a queue counts",
    question: """
      A queue of width 1 runs one operation at a time. Does it run them all on one thread, so that \
      the second finds what the first has left in its thread's dictionary?
      """,
    programs: [
      widthOne,
      widthTwo,
      threadDictionary,
      sharedBox,
      mainQueue,
    ],
    claims: [
      oneAtATime,
      changesThreads,
      nothingInTheThread,
      tokenInTheBox,
      twoAtATime,
      mainQueueRunsOnMain,
      mainQueueHasWidthOne,
    ])
}
