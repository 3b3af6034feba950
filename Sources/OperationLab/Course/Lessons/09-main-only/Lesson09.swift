import OperationLab

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
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  private static let anyStep: Event.Mark = "step {}"

  static let predictions: [String: Prediction] = [
    "three-ways": .count(
      """
      main() is called on one, start() on another, the third is put into a queue. How many \
      completion blocks run?
      """, .completed),
    "main-by-hand": .happens(
      """
      show depends on print, and somebody calls main() of print. Does show ever start?
      """, .started, of: "show"),
    "start-by-hand": .happens("Does show start now?", .started, of: "show"),
    "ignores-cancel": .times(
      """
      loop has three steps and is cancelled after the first. It never looks. How many \
      steps does it take?
      """, anyStep, by: "loop"),
    "looks-at-cancel": .times(
      "It looks before every step. How many does it take?", anyStep, by: "loop"),
    "serial": .atOnce(
      "How many of the three run at one moment, at most?", from: .began, to: .ended, of: counts),
    "serial-wide": .atOnce(
      "The width is 2 now. How many of the three run at one moment, at most?", from: .began,
      to: .ended, of: counts),
    "main-cancelled": .happens(
      "called was cancelled, then somebody calls its main(). Does the body run?", .began,
      of: "called"),
  ]
}
