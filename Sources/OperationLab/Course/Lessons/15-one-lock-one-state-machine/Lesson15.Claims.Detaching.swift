import OperationLab
import OperationDownloads
import OperationTesting

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
