/// Lesson 3; its page is `Lessons/03-missing-finish/README.md`.
enum Lesson03 {
  static let lesson = Lesson(
    3, "missing-finish", title: "Ten operations, two slots",
    question: """
      Ten operations go into a queue that runs two at a time. Two start; the other eight never do. \
      Nothing crashed and nothing is slow. Why?
      """,
    programs: [
      silence,
      pairs,
      laterCallback,
      baseClass,
    ],
    claims: [
      onlyTwoStart,
      allTenRun,
      baseClassRuns,
      leavesWhenFinished,
      newThreadEach,
      severalOnAPool,
    ],
    predictions: predictions,
    opening: """
      Ten operations go into a queue that runs two at a time. The start() of each writes a line \
      and returns. What becomes of the ten?
      """)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .count("How many of the ten operations start?", .started),
    "pairs": .count("How many have started when the first one reports isFinished?", .started)
      .by(names.map { .finished($0) }),
    "later-callback": .atOnce(
      "Each reports isFinished later. How many are started and not finished at one moment, at most?",
      from: .started, to: .finished, of: names),
    "async-operation": .first(
      "Which comes first?", ("work() of op1 returns", .returned("op1")),
      ("op1 is finished", .finished("op1"))),
  ]
}
