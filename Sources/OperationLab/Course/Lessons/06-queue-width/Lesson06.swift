/// Lesson 6. Its page is `Lessons/06-queue-width/README.md`.
enum Lesson06 {
  static let lesson = Lesson(
    6, "queue-width", title: "What the width of a queue counts",
    question: """
      A queue of width 1 runs one operation at a time. Does it run them all on one thread, so that \
      the second finds what the first stored in its thread's dictionary?
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
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "width-1": .atOnce(
      "How many of the two run at one moment, at most?", from: .began, to: .ended,
      of: ["op1", "op2"]),
    "width-2": .atOnce(
      "How many of the two run at one moment, at most?", from: .began, to: .ended,
      of: ["op1", "op2"]),
    "thread-dictionary": .mark(
      "login keeps its thread until fetch has begun. Does fetch find the token?", of: "fetch",
      [("yes", found), ("no", foundNothing)]),
    "shared-box": .times(
      """
      login looks for the token before it stores it, afterwards, and at the very end. fetch looks \
      once in between. How many of the four looks find it in the object?
      """, .marked(found, by: "login"), .marked(found, by: "fetch")),
    "main-queue": .thread(
      "Another thread adds op2 to the main queue. Which thread runs it?", .began("op2")),
  ]
}
