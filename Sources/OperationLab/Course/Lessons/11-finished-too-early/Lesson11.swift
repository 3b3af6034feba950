/// Lesson 11. Its page is `Lessons/11-finished-too-early/README.md`.
enum Lesson11 {
  static let lesson = Lesson(
    11, "finished-too-early", title: "A block that returns before its work is done",
    question: """
      A block operation starts a download on another thread and returns. Another operation depends \
      on it and wants the picture. Is the picture there?
      """,
    programs: [
      handsOver,
      waitsInside,
      asyncOperation,
      threeAtOnce,
      oneAtATime,
    ],
    claims: [
      finishedBeforeTheWork,
      widthCountsOperations,
      waitingTakesAThread,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "hands-over": .mark(
      "show depends on download. Is there a picture when show runs?", of: "show",
      [("yes", showsPicture), ("no", findsNoPicture)]),
    "waits-inside": .mark(
      "The block waits for its work. Is there a picture when show runs?", of: "show",
      [("yes", showsPicture), ("no", findsNoPicture)]),
    "async-operation": .first(
      "Which comes first?", ("the work ends", .ended("work")),
      ("the body of show begins", .began("show"))),
    "three-at-once": .atOnce(
      "The width is 1. How many transfers run at one moment, at most?", from: .began,
      to: .ended, of: works),
    "one-at-a-time": .atOnce(
      "And with asynchronous operations: how many run at one moment, at most?", from: .began,
      to: .ended,
      of: works),
  ]

  private static let works = (1...3).map { "work \($0)" }
}
