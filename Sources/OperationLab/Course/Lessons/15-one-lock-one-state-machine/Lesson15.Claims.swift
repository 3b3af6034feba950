import OperationDownloads
import OperationLab
import OperationTesting

// E04, C32: what a lock does, and what it does not do.
extension Lesson15 {
  static let locksAgain = Claim(
    "E04",
    """
    A recursive lock may be taken again by its holder and is free once unlocks match locks.
    """,
    origin: .article(
      .e,
      passage: .init(
        "NSRecursiveLock(递归锁)的好处是可以多次加锁不会造成崩溃",
        """
        the good thing about NSRecursiveLock is that it can be locked several times \
        without a crash
        """,
        at: 191)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.recursiveLock),
      because: "It remembers who holds it and how often. A plain lock makes its own holder wait."),
    in: "recursive-lock",
    given: [
      // One thread locks twice and unlocks twice; another looks after each step.
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
    "E04b", "... while a plain lock makes its own holder wait for ever.",
    origin: .documentation(page: ApplePage.lock),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.lock),
      because: "It does not know who holds it. Only its holder could unlock it, and is waiting."),
    in: "plain-lock",
    given: [
      .order(.marked(Lock.plain.taken, by: "lock"), .observed("lock")),
      .differentThreads(.marked(Lock.plain.taken, by: "lock"), .observed("lock")),
      .fact(.mark(isTaken), at: .observed("lock")),
      .sameThread(.marked(Lock.plain.taken, by: "lock"), waits(after: .observed("lock"))),
      holds(.plain, at: waits(after: .observed("lock"))),
    ],
    expect: [isEndless(waits(after: .observed("lock")))])

  static let oneAtATime = Claim(
    "C32a", "Wrapping start() in a lock lets one thread in at a time.",
    origin: .article(
      .c,
      passage: .init(
        "start方法里用到了@synchronized(),線程同時(shí)執(zhí)行這段代碼",
        "start uses @synchronized(); threads run this code at the same time",
        at: 913,
        but: """
          As printed the sentence says the opposite of what @synchronized does; a word seems \
          to be missing.
          """)),
    expected: .everywhere(.confirmed, because: "The second thread waits until the first is out."),
    in: "synchronized",
    given: secondWaits,
    expect: [
      .order(.began("loader"), .ended("loader"), beginsAgain, .ended("loader").after(beginsAgain)),
      .sameThread(secondCalls, beginsAgain),
    ])

  static let notOnlyOnce = Claim(
    "C32b", "... but does not make the work be done once: the second caller does it again.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A lock makes the second thread wait and then lets it in. Doing the work once takes a \
        state, and looking at it under the lock.
        """),
    in: "synchronized",
    given: secondWaits + secondLeaves,
    expect: [
      .all(
        "the second caller works, too", .happens(beginsAgain), .sameThread(secondCalls, beginsAgain)
      )
    ])

  static let holderGetsIn = Claim(
    "C32c", "... nor keep out a start() from within the work, on the same thread.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The lock behind @synchronized is recursive: it does not stop the thread that holds it. A \
        plain lock would stop it for ever.
        """),
    in: "start-in-start",
    given: [holds(.recursive, times: 1, at: .began("loader"))],
    expect: [
      .order(.began("loader"), beginsAgain, .ended("loader")),
      .sameThread(.began("loader"), beginsAgain),
      holds(.recursive, times: 2, at: beginsAgain),
    ])

  static let onceWithState = Claim(
    "C32d", "... unless start() asks, under the lock, whether the work has begun.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "The second caller gets in as well, sees that the work has begun, and leaves."),
    in: "checked",
    given: secondWaits + secondLeaves,
    expect: [.times(1, .began, of: "loader")])
}

// E07: when to announce what a lock guards.
extension Lesson15 {
  static let plainLockStops = Claim(
    "E07a",
    """
    A notification of isFinished, posted while a plain lock is held that the getter takes too, \
    never gets through.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Whoever is notified asks isFinished, on this very thread, and isFinished wants the lock. \
        The thread waits for itself.
        """),
    in: "plain-lock-held",
    given: [holds(.plain, at: postsFinished)],
    expect: [
      .all(
        "the thread that posts isFinished waits for the lock that it holds, and never returns",
        neverRecorded(seesEnd, by: "main thread"),
        .sameThread(postsFinished, waits(after: postsFinished)),
        holds(.plain, at: waits(after: postsFinished)),
        isEndless(waits(after: postsFinished)))
    ])

  static let mutexTraps = Claim(
    "E07b", "... and posted while a Mutex is held it ends the process.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "A Mutex notices that its own holder wants it again, and ends the process."),
    in: "mutex-held",
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
          run.fatalMessage ?? "no message", [])
      },
    ])

  static let recursiveLockWaits = Claim(
    "E07c", "... and with a recursive lock it gets through, but an observer may wait for ever.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It lets its own thread in again, and no other. An observer that waits for another thread, \
        which asks the operation anything, waits for ever.
        """),
    in: "recursive-lock-held",
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
          return .init(answers.isEmpty, "the main thread got its answer", answers)
        },
        .onMain(waits(after: .marked(asksFinished, by: "main thread"))),
        holds(
          .recursive, by: postsFinished, at: waits(after: .marked(asksFinished, by: "main thread"))),
        isEndless(waits(after: .marked(asksFinished, by: "main thread"))),
        .stuck("draw", .mainThreadBlocked))
    ])

  static let unlockFirst = Claim(
    "E07d", "... while after unlocking it may be posted with any lock.", origin: .kit,
    expected: .everywhere(
      .confirmed, because: "Whoever is told may ask, from any thread: the lock is free."),
    in: "lock-released",
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

// E05: what one lock around one state is good for.
extension Lesson15 {
  static let neverIllegal = Claim(
    "E05a",
    """
    A state machine guarded by one lock keeps an operation's states legal under concurrent start, \
    cancel, pause, resume and finish.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Asking for the state and changing it are one step under the lock, and every change goes \
        through one table. A move that has become impossible is simply not made.
        """),
    in: "hammer",
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
    "E05b",
    "... while two flags, each safe by itself, let it be executing and finished at once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() asks, cancel() finishes, start() goes on and sets executing: each step was right \
        by itself. Asking and setting must not be two steps.
        """),
    in: "two-flags",
    given: [
      // cancel() comes while start() has not returned, and finishes the operation.
      .order(.started("loader"), .cancelled("loader"), .returned("loader")),
      .differentThreads(.started("loader"), .cancelled("loader")),
      .flags(not: .cancelled, at: .started("loader")),
      .flags(
        [.finished, .cancelled], not: .executing,
        at: .observed("loader").after(.cancelled("loader"))),
      // If cancelled before, start() sees it.
      .order(.cancelled("late"), .returned("late")),
      .flags(not: .executing, at: .returned("late")),
    ],
    expect: [
      .flags([.executing, .finished], at: .observed("loader").after(.returned("loader")))
    ])

  static let calledWithoutLock = Claim(
    "E05c", "... and such an operation may be cancelled by whoever it tells that it executes.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "ConnectionOperation tells of a move after it has let go of its lock."),
    in: "connection",
    given: [
      .added("connection", to: "connections"),
      .order(
        .marked(step(.start, from: .ready, to: .executing), by: "connection"),
        .marked(step(.pause, from: .executing, to: .paused(hasStarted: true)), by: "connection"),
        resumes, cancels, .marked(hasTold(of: .resume), by: "connection")),
      .sameThread(resumes, cancels, .marked(hasTold(of: .resume), by: "connection")),
    ],
    expect: [
      // Another thread may ask it meanwhile.
      .order(resumes, .observed("another"), cancels),
      .differentThreads(resumes, .observed("another")),
      .flags([.finished, .cancelled], at: .settled("connection")),
      .place(nil, at: .settled("connection")),
    ])
}

// D03: what start() does under the semaphore; E04: a lock that is made when it is asked for.
extension Lesson15 {
  static let announcedUnderSemaphore = Claim(
    "D03d",
    """
    ... and start() announces isExecuting while it holds the semaphore: an observer that calls \
    cancel() never comes back.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Setting the property announces it there and then, and the semaphore is signalled when \
        start() returns. Signal first, and announce after it.
        """),
    Scenario(
      "observer-cancels",
      given: cancelsWhenTold + [
        holds(.semaphore, "semaphore", at: .marked(isTold, by: "manager"))
      ],
      expect: [waitsForItself(after: .marked(callsCancel, by: "download"))]),
    Scenario(
      "detach-last",
      given: cancelsWhenTold + [
        .not(holds(.semaphore, "semaphore", at: .marked(isTold, by: "manager")))
      ],
      expect: [.order(.marked(callsCancel, by: "download"), .marked(isBack, by: "manager"))]))

  static let detachesTooEarly = Claim(
    "D03e",
    """
    start() detaches its thread before executing is true: the work may begin in an operation that \
    does not execute.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A new thread waits for nobody; the semaphore keeps out other callers of start() and \
        cancel(), and it is neither. Set executing first.
        """),
    Scenario(
      "detach-first",
      given: ownThreadWorks,
      expect: [.flags(not: .executing, at: .observed("thread"))]),
    Scenario(
      "detach-last",
      given: ownThreadWorks,
      expect: [.flags(.executing, at: .observed("thread"))]))

  static let lazyLockIsTwo = Claim(
    "E04c",
    """
    A lock that is made when it is first asked for may be two locks for two first callers: both \
    get in.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        To ask whether there is a lock, and to make one, are two steps, and nothing guards them: \
        the lock that would is the one that is missing. Make it with the operation.
        """),
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
    // With one lock, the second caller waits until the first has ended.
    Scenario(
      "eager-lock",
      given: twoWork + [
        .times(4, .noted, of: "lock 1"),
        .times(1, .waiting, of: "lock 1"),
        .order(.began("loader"), .ended("loader"), beginsAgain),
      ],
      expect: []))
}

// Which thread holds a lock, and which waits for it, as the lock itself recorded it.
extension Lesson15 {
  /// The thread that does this has taken the lock and not yet given it back.
  ///
  /// - Parameters:
  ///   - times: how often; `nil` if that does not matter.
  ///   - holder: what that thread does; `nil` if it is the thread of `moment`.
  ///   - moment: when it holds the lock.
  static func holds(
    _ kind: Lock, _ name: String = "lock", times: Int? = nil, by holder: Trace.Moment? = nil,
    at moment: Trace.Moment
  ) -> Trace.Condition {
    .check("the thread holds the \(kind.rawValue)", at: holder ?? moment, moment) { run, events in
      let turns = run.all(.noted, of: name).filter {
        $0.mark == kind.taken || $0.mark == kind.givenBack
      }
      try run.require(!turns.isEmpty, "a thread takes the \(kind.rawValue)")
      let depth = turns.filter { $0.thread == events[0].thread && $0.seq < events[1].seq }
        .reduce(0) { $0 + ($1.mark == kind.taken ? 1 : -1) }
      return times.map { depth == $0 } ?? (depth > 0)
    }
  }

  /// A thread begins to wait for the lock, for the first time after that moment.
  static func waits(for lock: String = "lock", after moment: Trace.Moment) -> Trace.Moment {
    .waits(lock, for: Lock.untilFree).after(moment)
  }

  /// The thread does nothing after that.
  static func isLastOfThread(_ moment: Trace.Moment) -> Trace.Condition {
    .check("the thread does nothing else", at: moment) { run, events in
      run.lastEvent(on: events[0].thread) == events[0].event
    }
  }

  /// The thread never returns from that wait: the program is blocked, and nothing else can happen.
  static func isEndless(_ wait: Trace.Moment) -> Trace.Condition {
    .all(
      "the thread waits for the lock forever", isLastOfThread(wait),
      Trace.Condition("the program is blocked, and nothing else can happen") { run in
        .init(run.snapshot?.isProgramBlocked == true && run.snapshot?.ending == .quiet, "", [])
      })
  }
}
