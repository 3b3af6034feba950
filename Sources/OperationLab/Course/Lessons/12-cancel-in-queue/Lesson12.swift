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
    ])
}
