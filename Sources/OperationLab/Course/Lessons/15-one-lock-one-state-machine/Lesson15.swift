/// Lesson 15; its page is `Lessons/15-one-lock-one-state-machine/README.md`.
enum Lesson15 {
  static let lesson = Lesson(
    15, "one-lock-one-state-machine", title: "One lock, one state, one table of moves",
    question: """
      start(), cancel(), pause() and finish() come from four threads at once. What keeps the \
      operation from being executing and finished at the same time?
      """,
    programs: [
      recursiveLock,
      plainLock,
      synchronized,
      checked,
      startInStart,
      oneSemaphore,
      cancelInCallback,
      callBackLater,
      twoFlags,
      connection,
      hammer,
      plainLockHeld,
      mutexHeld,
      recursiveLockHeld,
      lockReleased,
      detachFirst,
      observerCancels,
      detachLast,
      lazyLock,
      eagerLock,
    ],
    claims: [
      locksAgain,
      plainLockWaits,
      oneAtATime,
      notOnlyOnce,
      holderGetsIn,
      onceWithState,
      keepsApart,
      notFromCallback,
      calledLater,
      neverIllegal,
      flagsWillNotDo,
      calledWithoutLock,
      plainLockStops,
      mutexTraps,
      recursiveLockWaits,
      unlockFirst,
      announcedUnderSemaphore,
      detachesTooEarly,
      lazyLockIsTwo,
    ])
}
