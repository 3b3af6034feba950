/// Lesson 13; its page is `Lessons/13-one-shot/README.md`.
enum Lesson13 {
  static let lesson = Lesson(
    13, "one-shot", title: "Starting an operation again",
    question: """
      The work failed and you want to run it again. May you start the same operation twice, or \
      add it to the queue once more?
      """,
    programs: [
      startAgain,
      startExecuting,
      startUnready,
      startQueued,
      enqueueExecuting,
      enqueueFinished,
      enqueueTwice,
      addBlockLate,
      ownStart,
      checkedStart,
      rightWay,
      ready,
      ownReady,
      ownReadyUnannounced,
      ownReadyWhileAdded,
      ownReadyRepeated,
    ],
    claims: [
      startsOnce,
      noMoreBlocks,
      newOperation,
      startExecutingTraps,
      startUnreadyTraps,
      startQueuedTraps,
      enqueueStartedTraps,
      enqueueTwiceTraps,
      ownStartUnchecked,
      checkedStartOnce,
      readyMeansSoon,
      readyByAdding,
      mayDecideReadiness,
      mustAnnounceReadiness,
      hearsWhileAdding,
      mayRepeatReadiness,
    ])
}
