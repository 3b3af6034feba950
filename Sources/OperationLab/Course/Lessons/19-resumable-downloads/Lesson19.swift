import OperationLab

/// Lesson 19; its page is `Lessons/19-resumable-downloads/README.md`.
enum Lesson19 {
  static let lesson = Lesson(
    19, "resumable-downloads", title: "Pausing a download, and going on",
    question: """
      A download is half-way and you pause it. What becomes of its slot in the queue? And when it \
      goes on: does the server send the rest, or everything?
      """,
    programs: [
      suspend,
      paused,
      newOperation,
      trusting,
      checking,
      cancelsWaiting,
      cancelsWaitingMended,
      width,
      program,
      connection,
    ],
    claims: [
      rangeResumes,
      rangeIsARequest,
      nextStartsByItself,
      countBelowWidth,
      suspendContinues,
      suspendedHoldsSlot,
      newOperationForRest,
      deniesCancellation,
      finishedBeforeStart,
      managerDoesItAll,
      connectionPauses,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "suspend": .first(
      """
      film is paused half-way with suspend(), and next waits behind it in a queue of width \
      1. Which comes first?
      """, Milestone("film ends", .finished, of: "film"),
      Milestone("next starts", .started, of: "next")),
    "paused": .happens(
      "film is paused, and nobody resumes it. Does next ever start?", .started, of: "next"),
    "new-operation": .first(
      "To pause film is to cancel it now. Which comes first?",
      Milestone("next starts", .started, of: "next"),
      Milestone("the rest is asked for", .started, of: "rest")),
    "trusting": .mark(
      """
      The server sends the whole file although it was asked for the rest. Is the file \
      right in the end?
      """, of: "file", wholeOrWrong),
    "checking": .mark(
      "Is the file right now?", of: "file", wholeOrWrong),
    "width": .atOnce(
      "Four downloads, width 2. How many are under way at one moment, at most?", from: .started,
      to: .finished),
    "manager": .times(
      "film is paused and resumed. How often does film begin an attempt?",
      Event.Mark("waits, attempt {}"), by: "film"),
    "cancels-waiting": .flag(
      """
      song is cancelled while it waits, and then started. When start() returns, does song \
      say that it is executing?
      """, .executing, at: .returned, of: "song"),
    "cancels-waiting-mended": .flag(
      "When start() returns, does song say that it is executing now?", .executing, at: .returned,
      of: "song"),
  ]

  private static let wholeOrWrong = [
    (label: "yes", mark: Film.isWhole), (label: "no", mark: "{} bytes, wrong from byte {} on"),
  ]
}
