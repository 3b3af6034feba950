/// Lesson 14. Its page is `Lessons/14-every-exit-finishes/README.md`.
enum Lesson14 {
  static let lesson = Lesson(
    14, "every-exit-finishes", title: "Every way out of an operation",
    question: """
      An operation is cancelled before it starts. Its start() checks that and returns at once. What \
      happens to the operations behind it in the queue?
      """,
    programs: [
      article,
      cancelledFinishes,
      oneExitForgotten,
      everyExit,
    ],
    claims: [
      articleCancelled,
      everyPath,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .happens(
      """
      first is cancelled before it starts, and its start() returns at once. Does next ever \
      start?
      """, .started("next")),
    "cancelled-finishes": .first(
      "Which comes first?", ("first is finished", .finished("first")),
      ("start() of first returns", .returned("first"))),
    "one-exit-forgotten": .count("How many of the five downloads start?", .started),
    "every-exit": .count(
      "Two are cancelled, one fails, and one has no connection. How many of the five report finished?",
      .finished),
  ]
}
