/// Lesson 17; its page is `Lessons/17-waiting-and-suspending/README.md`.
enum Lesson17 {
  static let lesson = Lesson(
    17, "waiting-and-suspending", title: "Waiting for a queue, and making it wait",
    question: """
      You can wait for a queue, suspend it, cancel all it holds, ask what it holds. Which of these \
      may an operation do to the queue it is in, and what of it works on the main queue?
      """,
    programs: [
      addAndWait,
      waitUntilAll,
      waitInside,
      dependInside,
      waitForNeighbour,
      neighbourFirst,
      suspended,
      neverResumed,
      cancelAll,
      currentQueue,
      barrier,
      onSuspended,
      behindOperation,
      cancelledBefore,
      cancelledAfter,
      ignores,
      barrierOnMainQueue,
      waitOnMain,
      letMainGo,
    ],
    claims: [
      addingBlocks,
      waitingBlocks,
      insideDeadlocks,
      neighbourDeadlocks,
      dependencyInstead,
      dependencyNeedsNoSlot,
      startsNothing,
      runningGoesOn,
      keepsForEver,
      cancelsAll,
      currentIsTheQueue,
      showsWhatIsQueued,
      separates,
      suspendedHoldsBack,
      waitsBehindOperation,
      addingReturns,
      cancellingLaterReturns,
      suspensionIsIgnored,
      cancelAllIsIgnored,
      barrierOnMain,
      waitingDeadlocks,
      mainGoesOn,
    ])
}
