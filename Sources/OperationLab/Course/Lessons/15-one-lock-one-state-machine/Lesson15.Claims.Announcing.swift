import OperationLab
import OperationDownloads
import OperationTesting

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
