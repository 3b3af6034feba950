/// Lesson 12. Its page is `Lessons/12-cancel-in-queue/README.md`.
enum Lesson12 {
  static let lesson = Lesson(
    12, "cancel-in-queue", title: "Cancelled while it waits in a queue",
    question: """
      An operation waits in a queue and is cancelled. Does it leave the queue? What must its start() \
      do?
      """,
    programs: [
      cancelled,
      silent,
      cancelMarks,
    ],
    further: [
      finishInCancel,
      cancelAtWork,
      finishTooEarly,
      marksInTime,
      ownIsCancelled,
    ],
    claims: [
      queueStillStarts,
      mustReport,
      cancelRemoves,
      leavesSooner,
      noComplaint,
      patienceIsSafe,
      whatBeganEnds,
      endsOnce,
      mustOverrideCancelled,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "cancelled": .happens(
      "second is cancelled while it waits. Does the queue still call its start()?",
      .started("second")),
    "silent": .happens(
      """
      start() of second checks isCancelled, and returns. Does third ever start?
      """, .started("third")),
    "finish-in-cancel": .happens(
      "cancel() reports finished at once. Is start() of second called?", .started("second")),
    "cancel-marks": .first(
      "Which comes first?", ("the end of first", .ended("first")),
      ("second reports finished", .finished("second"))),
    "finish-too-early": .times(
      """
      cancel() reports finished just before the queue gets its thread. How often does the \
      completion block run?
      """, .completed("second")),
    "cancel-marks-in-time": .times(
      "How often does the completion block run now?", .completed("second")),
    "cancel-at-work": .first(
      "second is cancelled while it works. Which comes first?",
      ("third begins", .began("third")),
      ("the work of second ends", .ended("second"))),
    "own-is-cancelled": .happens(
      "second was cancelled, and its own isCancelled is false. Does its body run?", .began("second")
    ),
  ]
}
