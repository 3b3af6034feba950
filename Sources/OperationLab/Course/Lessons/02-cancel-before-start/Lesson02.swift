/// Lesson 2. Its page is `Lessons/02-cancel-before-start/README.md`.
enum Lesson02 {
  static let lesson = Lesson(
    2, "cancel-before-start", title: "Cancelled before it starts",
    question: "An operation that is in no queue is cancelled before it starts. Is it finished now?",
    programs: [
      cancelThenStart,
      leftAlone,
      cancelAfterEnd,
      waitForCancelled,
      startThenWait,
    ],
    claims: [
      cancelOnlyMarks,
      startFinishes,
      allCancelAlike,
      cancelFinishes,
      startEndsTheWait,
      tooLate,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .flag(
      "block was cancelled and not started. Is it finished now?", .finished,
      at: .event(.observed, of: "block", .mark(afterCancel))),
    "left-alone": .happens("Does the body of block run?", .began("block")),
    "too-late": .flag(
      "block has finished, and cancel() is called on it. Is it cancelled now?", .cancelled,
      at: .event(.observed, of: "block", .mark(afterCancel))),
    "wait-for-cancelled": .ending(
      """
      block is cancelled and never started, and the main thread calls waitUntilFinished(). How \
      does this program end?
      """),
    "start-then-wait": .happens(
      "start() is called after cancel(). Does the body of block run?", .began("block")),
  ]
}
