import OperationLab
import OperationDownloads
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
