import OperationBench
import OperationDoctor
import OperationDownloads

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

// E04, C32: what a lock does and does not do.
extension Lesson15 {
  static let locksAgain = Claim(
    "E04", in: "recursive-lock",
    given: [
      // One thread locks twice and unlocks twice. Another thread looks after each step.
      .order(
        firstLock, look(after: firstLock), secondLock, look(after: secondLock),
        firstUnlock, look(after: firstUnlock), secondUnlock, look(after: secondUnlock)),
      .times(4, .noted, of: "lock"),
      .sameThread(firstLock, secondLock, firstUnlock, secondUnlock),
      .differentThreads(firstLock, look(after: firstLock)),
      .differentThreads(firstLock, look(after: secondLock)),
      .differentThreads(firstLock, look(after: firstUnlock)),
      .differentThreads(firstLock, look(after: secondUnlock)),
    ],
    expect: [
      .fact(.mark(isTaken), at: look(after: firstLock)),
      .fact(.mark(isTaken), at: look(after: secondLock)),
      .fact(.mark(isTaken), at: look(after: firstUnlock)),
      .fact(.mark(isFree), at: look(after: secondUnlock)),
    ])

  static let plainLockWaits = Claim(
    "E04b", in: "plain-lock",
    given: [
      .order(.marked(Lock.plain.taken, by: "lock"), .observed("lock")),
      .differentThreads(.marked(Lock.plain.taken, by: "lock"), .observed("lock")),
      .fact(.mark(isTaken), at: .observed("lock")),
      .sameThread(.marked(Lock.plain.taken, by: "lock"), waits(after: .observed("lock"))),
      holds(.plain, at: waits(after: .observed("lock"))),
    ],
    expect: [neverIdles(waits(after: .observed("lock")))])

  static let oneAtATime = Claim(
    "C32a", in: "synchronized",
    given: secondWaits,
    expect: [
      .order(.began("loader"), .ended("loader"), beginsAgain, .ended("loader").after(beginsAgain)),
      .sameThread(secondCalls, beginsAgain),
    ])

  static let notOnlyOnce = Claim(
    "C32b", in: "synchronized",
    given: secondWaits + secondLeaves,
    expect: [
      .all(
        "the second caller does the work, too", .happens(beginsAgain),
        .sameThread(secondCalls, beginsAgain)
      )
    ])

  static let onceWithState = Claim(
    "C32d", in: "checked",
    given: secondWaits + secondLeaves,
    expect: [.times(1, .began, of: "loader")])
}

// E07: when to post a notification for a state that a lock guards.
extension Lesson15 {
  static let plainLockStops = Claim(
    "E07a", in: "plain-lock-held",
    given: [holds(.plain, at: postsFinished)],
    expect: [
      .all(
        "the thread that posts isFinished waits for the lock that it holds, and never returns",
        neverRecorded(seesEnd, by: "main thread"),
        .sameThread(postsFinished, waits(after: postsFinished)),
        holds(.plain, at: waits(after: postsFinished)),
        neverIdles(waits(after: postsFinished)))
    ])

  static let mutexTraps = Claim(
    "E07b", in: "mutex-held",
    given: [holds(.mutex, "mutex", at: postsFinished)],
    expect: [
      .ends(.traps),
      .sameThread(postsFinished, waits(for: "mutex", after: postsFinished)),
      holds(.mutex, "mutex", at: waits(for: "mutex", after: postsFinished)),
      isLastOfThread(waits(for: "mutex", after: postsFinished)),
      // macOS ends such a process without a message.
      Trace.Condition("Foundation prints no other message than the mutex's") { run in
        .init(
          run.fatalMessage == nil || run.printed("Recursive call to lock Mutex"),
          "\(run.fatalMessage ?? "no message")", [])
      },
    ])

  static let recursiveLockWaits = Claim(
    "E07c", in: "recursive-lock-held",
    given: observerWaits + [
      holds(.recursive, at: postsFinished),
      .order(postsFinished, .marked(asksFinished, by: "main thread")),
      .onMain(.marked(asksFinished, by: "main thread")),
    ],
    expect: [
      .all(
        "the observer waits for the main thread, which waits for the lock, and never returns",
        Trace.Condition("the main thread gets no answer") { run in
          let answers = run.all(.observed, of: "main thread")
          return .init(answers.isEmpty, "the main thread gets its answer", answers)
        },
        .onMain(waits(after: .marked(asksFinished, by: "main thread"))),
        holds(
          .recursive, by: postsFinished, at: waits(after: .marked(asksFinished, by: "main thread"))),
        neverIdles(waits(after: .marked(asksFinished, by: "main thread"))),
        .stuck("draw", .mainThreadBlocked))
    ])

  static let unlockFirst = Claim(
    "E07d", in: "lock-released",
    given: observerWaits + [
      .times(2, .noted, of: "lock"),
      .order(
        .marked(Lock.plain.taken, by: "lock"), .marked(Lock.plain.givenBack, by: "lock"),
        .finished("loader"), postsFinished),
      .sameThread(
        .marked(Lock.plain.taken, by: "lock"), .marked(Lock.plain.givenBack, by: "lock"),
        postsFinished),
    ],
    expect: [
      .fact(.mark(isFinished(true)), at: .observed("main thread")),
      .onMain(.began("draw")),
      .order(.observed("main thread"), .began("draw"), .marked(goesOn, by: "observer")),
    ])
}

// E05: one lock around one state.
extension Lesson15 {
  static let neverIllegal = Claim(
    "E05a", in: "hammer",
    given: [
      .fact(
        .mark(moved(by: ConnectionOperation.Step.allCases, twoAtOnce: true)),
        at: .marked(like: moved(by: [], twoAtOnce: true), by: "hammer")),
      .fact(.mark(startedByQueue(200)), at: .marked(like: startedByQueue(0), by: "hammer")),
      // The check notices illegal moves.
      .fact(
        .mark(forgedMoves(illegal: 2)), at: .marked(like: forgedMoves(illegal: 0), by: "hammer")),
    ],
    expect: [
      .fact(
        .mark(result(rounds: 10_000)), at: .marked(like: result(rounds: 0), by: "hammer")),
      .fact(
        .mark(queueResult(rounds: 200)), at: .marked(like: queueResult(rounds: 0), by: "hammer")),
      .prints("without being started by the queue", false),
    ])

  static let flagsWillNotDo = Claim(
    "E05b", in: "two-flags",
    given: [
      // cancel() comes while start() has not returned, and finishes the operation.
      .order(.started("loader"), .cancelled("loader"), .returned("loader")),
      .differentThreads(.started("loader"), .cancelled("loader")),
      .flags(not: .cancelled, at: .started("loader")),
      .flags(
        [.finished, .cancelled], not: .executing,
        at: .observed("loader").after(.cancelled("loader"))),
      // If it was cancelled before, start() sees it.
      .order(.cancelled("late"), .returned("late")),
      .flags(not: .executing, at: .returned("late")),
    ],
    expect: [
      .flags([.executing, .finished], at: .observed("loader").after(.returned("loader")))
    ])

}

// E04: a lock that is made when a thread first asks for it.
extension Lesson15 {
  static let lazyLockIsTwo = Claim(
    "E04c",
    Scenario(
      "lazy-lock",
      given: twoWork + [
        .times(2, .noted, of: "loader"),
        .differentThreads(findsNoLock, findsNoLock.after(findsNoLock)),
        .order(findsNoLock.after(findsNoLock), .marked(Lock.recursive.taken, by: "lock 1")),
      ],
      expect: [
        .order(beginsAgain, .ended("loader")),
        .differentThreads(
          .marked(Lock.recursive.taken, by: "lock 1"), .marked(Lock.recursive.taken, by: "lock 2")),
      ]),
    // With one lock, the second caller waits for the first.
    Scenario(
      "eager-lock",
      given: twoWork + [
        .times(4, .noted, of: "lock 1"),
        .times(1, .waiting, of: "lock 1"),
        .order(.began("loader"), .ended("loader"), beginsAgain),
      ],
      expect: []))
}

// Which thread holds a lock, and which waits for it, from the events of the lock.
extension Lesson15 {
  /// The thread has taken the lock and not yet given it back.
  ///
  /// - Parameters:
  ///   - times: how often it has taken it; `nil` for at least once.
  ///   - holder: a moment on that thread; `nil` for the thread of `moment`.
  ///   - moment: when it holds the lock.
  static func holds(
    _ kind: Lock, _ name: String = "lock", times: Int? = nil, by holder: Trace.Moment? = nil,
    at moment: Trace.Moment
  ) -> Trace.Condition {
    .check("the thread holds the \(text: kind.rawValue)", at: holder ?? moment, moment) {
      run, events in
      let turns = run.all(.noted, of: name).filter {
        $0.mark == kind.taken || $0.mark == kind.givenBack
      }
      try run.require(!turns.isEmpty, "a thread takes the \(text: kind.rawValue)")
      let depth = turns.filter { $0.thread == events[0].thread && $0.seq < events[1].seq }
        .reduce(0) { $0 + ($1.mark == kind.taken ? 1 : -1) }
      return times.map { depth == $0 } ?? (depth > 0)
    }
  }

  /// The first wait for the lock after that moment.
  static func waits(for lock: String = "lock", after moment: Trace.Moment) -> Trace.Moment {
    .waits(lock, for: Lock.untilFree).after(moment)
  }

  /// The thread records nothing after that.
  static func isLastOfThread(_ moment: Trace.Moment) -> Trace.Condition {
    .check("the thread does nothing else", at: moment) { run, events in
      run.lastEvent(on: events[0].thread) == events[0].event
    }
  }

  /// The thread never returns from that wait. The program is blocked, and nothing else can happen.
  static func neverIdles(_ wait: Trace.Moment) -> Trace.Condition {
    .all(
      "the thread waits for the lock forever", isLastOfThread(wait),
      Trace.Condition("the program is blocked, and nothing else can happen") { run in
        .init(run.snapshot?.isProgramBlocked == true && run.snapshot?.ending == .quiet, "", [])
      })
  }
}
