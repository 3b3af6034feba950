import OperationBench
import OperationLab

/// Lesson 9. Its page is `Lessons/09-main-only/README.md`.
enum Lesson09 {
  static let lesson = Lesson(
    9, "main-only", title: "Overriding main(), and nothing else",
    question: """
      A subclass overrides only main(). What reports that it is finished? And what happens to code \
      in main() when the operation is cancelled?
      """,
    programs: [
      threeWays,
      mainByHand,
      startByHand,
      ignoresCancel,
      looksAtCancel,
    ],
    further: [
      mainCancelled,
      serial,
      serialWide,
    ],
    claims: [
      neverFinishesInQueue,
      mainAloneFinishesNothing,
      startFinishes,
      mainIsEnough,
      cancelIsAFlag,
      lookingStops,
      callingMainIsEnough,
      oneAfterAnother,
      widthDoesIt,
      mainIsSerial,
    ],
    predictions: predictions)

  private static let anyStep: Event.Mark = "step {}"

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "three-ways": .count(
      """
      main() of one is called, start() of another, and the third is added to a queue. How many \
      completion blocks run?
      """, .completed),
    "main-by-hand": .happens(
      """
      show depends on print, and the program calls main() of print. Does show ever start?
      """, .started("show")),
    "start-by-hand": .thread(
      "The main thread calls start() of print. Which thread runs its body?", .began("print")),
    "ignores-cancel": .times(
      """
      loop has three steps and is cancelled after the first. It never checks. How many steps \
      run?
      """, .marked(anyStep, by: "loop")),
    "looks-at-cancel": .times(
      "It checks before every step. How many run?", .marked(anyStep, by: "loop")),
    "serial": .atOnce(
      "How many of the three run at one moment, at most?", from: .began, to: .ended, of: counts),
    "serial-wide": .atOnce(
      "The width is 2 now. How many of the three run at one moment, at most?", from: .began,
      to: .ended, of: counts),
    "main-cancelled": .happens(
      "called was cancelled, then the program calls its main(). Does the body run?",
      .began("called")),
  ]
}
