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
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "recursive-lock": .ending("One thread locks the same lock twice. How does this program end?"),
    "plain-lock": .ending("The same with a plain lock. How does this program end?"),
    "synchronized": .times(
      """
      Two threads call start(), and a lock goes around it. How often does the work begin?
      """, .began, of: "loader"),
    "checked": .times("How often does the work begin now?", .began, of: "loader"),
    "start-in-start": .times(
      """
      A lock goes around start(), and the work calls start() again on the same thread. How \
      often does the work begin?
      """, .began, of: "loader"),
    "one-semaphore": .first(
      "start() is under way when another thread calls cancel(). Which comes first?",
      Milestone("the work ends", .ended, of: "download"),
      Milestone("cancel() takes effect", .cancelled, of: "download")),
    "cancel-in-callback": .ending(
      """
      start() has the semaphore, calls back, and whoever is called calls cancel(). How \
      does this program end?
      """),
    "call-back-later": .ending(
      "It calls back when it has given the semaphore back. How does this program end?"),
    "two-flags": .flag(
      """
      It is cancelled, and says that it is finished. When start() is back, does it say \
      that it is executing?
      """, .executing, at: .observed, of: "loader", .mark(afterStart)),
    "connection": .happens(
      """
      The connection is cancelled while it says that it executes. Does it reach its end?
      """, hasTold(of: .cancel), by: "connection"),
    "plain-lock-held": .ending(
      """
      It announces its end and holds a lock, which isFinished needs, too. How does this \
      program end?
      """),
    "mutex-held": .ending("The same with a mutex. How does this program end?"),
    "recursive-lock-held": .ending(
      """
      It holds a recursive lock, and its observer waits for the main thread. How does this \
      program end?
      """),
    "lock-released": .ending("It unlocks before it announces. How does this program end?"),
    "detach-first": .flag(
      """
      The thread begins before start() has set executing. Does the operation say that it \
      is executing when the work begins?
      """, .executing, at: .observed, of: "thread"),
    "observer-cancels": .ending(
      """
      It announces while it holds the semaphore, and whoever is told calls cancel(). How \
      does this program end?
      """),
    "detach-last": .flag(
      """
      Executing first, the thread last. Does the operation say that it is executing when \
      the work begins?
      """, .executing, at: .observed, of: "thread"),
    "lazy-lock": .count(
      """
      Two threads ask for a lock that is made at the first question. How many locks are \
      taken?
      """, .noted, of: ["lock 1", "lock 2"]),
    "eager-lock": .count(
      "The lock is made with the operation. How many locks are taken now?", .noted,
      of: ["lock 1", "lock 2"]),
    "hammer": Prediction(
      "Thousands of times several threads act at once. Are there illegal moves?",
      .choice(["none", "some"])
    ) { run in
      let tallies = run.all(.noted, of: "hammer").map(\.event).filter { event in
        [result(rounds: 0), queueResult(rounds: 0)].contains { event.mark?.isLike($0) == true }
      }
      // Rounds, illegal moves, and connections that were left unfinished.
      let illegal = tallies.compactMap(\.mark?.numbers[1])
      try run.require(!illegal.isEmpty, "the rounds are counted")
      return Prediction.Result(illegal.allSatisfy { $0 == 0 } ? "none" : "some", tallies)
    },
  ]
}
