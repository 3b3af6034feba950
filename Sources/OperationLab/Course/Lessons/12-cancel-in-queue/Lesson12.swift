/// Lesson 12; its page is `Lessons/12-cancel-in-queue/README.md`.
enum Lesson12 {
  static let lesson = Lesson(
    12, "cancel-in-queue", title: "Cancelled while it waits in a queue",
    question: """
      An operation waits in a queue and is cancelled before its turn. Does it leave the queue? \
      May its cancel() say finished straight away?
      """,
    programs: [
      cancelled,
      silent,
      ownIsCancelled,
      finishInCancel,
      cancelMarks,
      finishTooEarly,
      inheritedStart,
      marksInTime,
      cancelAtWork,
    ],
    claims: [
      queueStillStarts,
      mustReport,
      noComplaint,
      endsOnce,
      inheritedStartTraps,
      patienceIsSafe,
      whatBeganEnds,
      cancelRemoves,
      mustOverrideCancelled,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "cancelled": .happens(
      "second is cancelled while it waits. Does the queue still call its start()?", .started,
      of: "second"),
    "silent": .happens(
      """
      start() of second sees that it was cancelled, and returns. Does third ever start?
      """, .started, of: "third"),
    "finish-in-cancel": .happens(
      "cancel() says finished at once. Is start() of second called?", .started, of: "second"),
    "cancel-marks": .first(
      "Which comes first?", Milestone("the end of first", .ended, of: "first"),
      Milestone("second reports finished", .finished, of: "second")),
    "finish-too-early": .times(
      """
      cancel() says finished just before the thread comes that will call start(). How \
      often does the completion block run?
      """, .completed, of: "second"),
    "inherited-start": .ending(
      "The same, but start() is the one of Foundation. How does this program end?"),
    "cancel-marks-in-time": .times(
      "How often does the completion block run now?", .completed, of: "second"),
    "cancel-at-work": .first(
      "second is cancelled while it works. Which comes first?",
      Milestone("third begins", .began, of: "third"),
      Milestone("the work of second ends", .ended, of: "second")),
    "own-is-cancelled": .happens(
      "second was cancelled, and its own isCancelled says no. Does its body run?", .began,
      of: "second"),
  ]
}
