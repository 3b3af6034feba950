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
    ])
}
