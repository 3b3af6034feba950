/// Lesson 15. Its page is `Lessons/15-one-lock-one-state-machine/README.md`.
enum Lesson15 {
  static let lesson = Lesson(
    15, "one-lock-one-state-machine", title: "One lock, one state, one step",
    question: """
      start(), cancel(), pause() and finish() are called on four threads at the same time. What \
      keeps the operation from being executing and finished at once?
      """,
    programs: [
      twoFlags,
      hammer,
    ],
    further: [
      cancelInCallback,
      recursiveLockHeld,
      lockReleased,
      race,
      recursiveLock,
      plainLock,
      synchronized,
      checked,
      oneSemaphore,
      callBackLater,
      plainLockHeld,
      mutexHeld,
      lazyLock,
      eagerLock,
    ],
    claims: [
      flagsWillNotDo,
      neverIllegal,
      notFromCallback,
      recursiveLockWaits,
      unlockFirst,
      locksAgain,
      plainLockWaits,
      oneAtATime,
      notOnlyOnce,
      onceWithState,
      keepsApart,
      calledLater,
      plainLockStops,
      mutexTraps,
      lazyLockIsTwo,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "two-flags": .flag(
      """
      The operation was cancelled and is finished. Is isExecuting true when start() has returned?
      """, .executing, at: .event(.observed, of: "loader", .mark(afterStart))),
    "hammer": Prediction(
      "Several threads act at once, thousands of times. Are there illegal moves?",
      .choice(["none", "some"])
    ) { run in
      let tallies = run.all(.noted, of: "hammer").map(\.event).filter { event in
        [result(rounds: 0), queueResult(rounds: 0)].contains { event.mark?.isLike($0) == true }
      }
      // Each has three numbers: rounds, illegal moves, operations that did not finish.
      let illegal = tallies.compactMap(\.mark?.numbers[1])
      try run.require(!illegal.isEmpty, "the rounds are counted")
      return Prediction.Result(illegal.allSatisfy { $0 == 0 } ? "none" : "some", tallies)
    },
    "cancel-in-callback": .ending(
      """
      start() holds the semaphore and calls its manager, and the manager calls cancel(). How does \
      this program end?
      """),
    "recursive-lock-held": .ending(
      """
      The operation posts isFinished and holds its recursive lock. Its observer waits for the main \
      thread. How does this program end?
      """),
    "lock-released": .ending(
      "Now it unlocks before it posts isFinished. How does this program end?"),
    "recursive-lock": .ending(
      "One thread locks one recursive lock twice. How does this program end?"),
    "plain-lock": .ending("One thread locks one plain lock twice. How does this program end?"),
    "synchronized": .times(
      "A lock surrounds start(), and two threads call it. How often does the work begin?",
      .began("loader")),
    "checked": .times(
      "Under the lock, start() now reads whether the work has begun. How often does it begin?",
      .began("loader")),
    "one-semaphore": .first(
      "start() is running when another thread calls cancel(). Which comes first?",
      ("the work ends", .ended("download")),
      ("cancel() takes effect", .cancelled("download"))),
    "call-back-later": .ending(
      "start() signals the semaphore before it calls its manager. How does this program end?"),
    "plain-lock-held": .ending(
      """
      The operation posts isFinished and holds a plain lock, which isFinished takes too. How does \
      this program end?
      """),
    "mutex-held": .ending(
      """
      The operation posts isFinished and holds a mutex, which isFinished takes too. How does this \
      program end?
      """),
    "lazy-lock": .count(
      """
      The lock is made when a thread first asks for it. Two threads ask. How many locks are taken?
      """, .noted, of: ["lock 1", "lock 2"]),
    "eager-lock": .count(
      "The lock is made with the operation. How many locks are taken now?", .noted,
      of: ["lock 1", "lock 2"]),
  ]
}
