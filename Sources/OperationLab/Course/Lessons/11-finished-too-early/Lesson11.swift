/// Lesson 11; its page is `Lessons/11-finished-too-early/README.md`.
enum Lesson11 {
  static let lesson = Lesson(
    11, "finished-too-early", title: "What tells a queue that work is over",
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
      "Is there a picture when show runs now?", of: "show",
      [("yes", showsPicture), ("no", findsNoPicture)]),
    "async-operation": .first(
      "Which comes first?", Milestone("the work ends", .ended, of: "work"),
      Milestone("show begins", .began, of: "show")),
    "three-at-once": .atOnce(
      "The width is 1. How many transfers are under way at one moment, at most?", from: .began,
      to: .ended, of: works),
    "one-at-a-time": .atOnce(
      "How many transfers are under way at one moment now, at most?", from: .began, to: .ended,
      of: works),
  ]

  private static let works = (1...3).map { "work \($0)" }
}
