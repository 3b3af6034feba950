import OperationBench
import OperationLab

/// Lesson 19. Its page is `Lessons/19-resumable-downloads/README.md`.
enum Lesson19 {
  static let lesson = Lesson(
    19, "resumable-downloads", title: "Pausing and resuming a download",
    question: """
      A download is half-way and you pause it. What happens to its slot in the queue? And when you \
      resume it, does the server send the rest, or everything?
      """,
    programs: [
      suspend,
      paused,
      newOperation,
      trusting,
      checking,
    ],
    further: [
      width,
      taskKnows,
      program,
      connection,
    ],
    claims: [
      rangeResumes,
      rangeIsARequest,
      suspendContinues,
      suspendedHoldsSlot,
      newOperationForRest,
      nextStartsByItself,
      countBelowWidth,
      taskCannotKnow,
      oneSession,
      managerDoesItAll,
      connectionPauses,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "suspend": .first(
      """
      film is paused half-way with suspend(), and next waits in the same queue of width 1. Which \
      comes first?
      """, ("film finishes", .finished("film")),
      ("next starts", .started("next"))),
    "paused": .happens(
      "film is paused and never resumed. Does next start?", .started("next")),
    "new-operation": .first(
      "film is paused by cancelling it. Which comes first?",
      ("next starts", .started("next")),
      ("the operation for the rest starts", .started("rest"))),
    "trusting": .mark(
      """
      The operation asks for the rest, and the server sends the whole file. Is the file right in \
      the end?
      """, of: "file", wholeOrWrong),
    "checking": .mark(
      "The operation checks the status. Is the file right now?", of: "file", wholeOrWrong),
    "width": .atOnce(
      "There are four downloads in a queue of width 2. How many run at the same time, at most?",
      from: .started, to: .finished),
    "task-knows": .flag(
      "The transfer has ended, and its task is completed. Is the operation finished?", .finished,
      at: .observed("film")),
    "manager": .times(
      "film is paused and resumed. How many attempts does film begin?",
      .marked(Event.Mark("waits, attempt {}"), by: "film")),
  ]

  private static let wholeOrWrong = [
    (label: "yes", mark: Film.isWhole), (label: "no", mark: "{} bytes, wrong from byte {} on"),
  ]
}
