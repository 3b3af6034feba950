/// Lesson 2; its page is `Lessons/02-cancel-before-start/README.md`.
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
    ])
}
