/// Lesson 9; its page is `Lessons/09-main-only/README.md`.
enum Lesson09 {
  static let lesson = Lesson(
    9, "main-only", title: "Overriding main(), and nothing else",
    question: """
      A subclass overrides main() and nothing else. Who says that it is finished? And what happens \
      to code in main() when somebody calls cancel()?
      """,
    programs: [
      threeWays,
      mainByHand,
      startByHand,
      mainCancelled,
      ignoresCancel,
      looksAtCancel,
      serial,
      serialWide,
    ],
    claims: [
      neverFinishesInQueue,
      mainAloneFinishesNothing,
      startFinishes,
      callingMainIsEnough,
      mainIsEnough,
      cancelIsAFlag,
      lookingStops,
      oneAfterAnother,
      widthDoesIt,
    ])
}
