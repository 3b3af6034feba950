/// Lesson 10; its page is `Lessons/10-asynchronous-subclass/README.md`.
enum Lesson10 {
  static let lesson = Lesson(
    10, "asynchronous-subclass", title: "The whole contract of an asynchronous operation",
    question: """
      An operation's start() returns while its work goes on elsewhere. What must the subclass \
      override and announce, and what does each part cost you if you leave it out?
      """,
    programs: [
      article,
      whole,
      noIsExecuting,
      noNotification,
      superStart,
      aliasKeys,
      setAfterDetaching,
      setBeforeDetaching,
      observers,
      observersTwoEnds,
      oneLock,
      silentInTime,
      ownKey,
      blocksItsThread,
      executesFirst,
      asksFirst,
      finishedFirst,
      executingFirst,
      noIsAsynchronous,
    ],
    claims: [
      wholeContract,
      endMustBeAnnounced,
      executingIsForOthers,
      unannouncedEndIsNoticed,
      ownKeyIsUnknown,
      statesWhileItRuns,
      aliasesAreEnough,
      startRace,
      observersPost,
      observersAreUnsound,
      myOperationIsConcurrent,
      executesAlthoughCancelled,
      finishedAndExecuting,
      mayStaySynchronous,
    ])
}
