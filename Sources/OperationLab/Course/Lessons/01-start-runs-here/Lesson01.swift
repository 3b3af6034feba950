/// Lesson 1; its page is `Lessons/01-start-runs-here/README.md`.
enum Lesson01 {
  static let lesson = Lesson(
    1, "start-runs-here", title: "Which thread start() runs on",
    question: "You call start() on an operation. Which thread does the work, and when is it done?",
    programs: [
      byHand,
      flagAlone,
      reallyAsynchronous,
      byQueue,
      bare,
    ],
    claims: [
      startIsSynchronous,
      flagIsFalse,
      flagChangesNothing,
      workElsewhere,
      invocationRunsHere,
      queueStarts,
      mainIsACall,
      startCallsMain,
      bareIsEmpty,
      bareCannotBeUsed,
    ])
}
