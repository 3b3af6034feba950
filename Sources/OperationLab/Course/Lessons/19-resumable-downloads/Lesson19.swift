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
    ])
}
