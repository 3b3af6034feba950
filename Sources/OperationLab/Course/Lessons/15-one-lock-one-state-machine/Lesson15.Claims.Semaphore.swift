import OperationLab
import OperationDownloads
import OperationTesting

// D03: one semaphore around start() and cancel().
extension Lesson15 {
  static let keepsApart = Claim(
    "D03a", "Guarding start() and cancel() with one semaphore keeps them from interleaving.",
    origin: .article(
      .d,
      passage: .init(
        "注意在这里我们需要加锁,因为可以在多线程操作的",
        "note that we need a lock here, because several threads can be at it",
        at: 306)),
    expected: .everywhere(
      .confirmed,
      because: "cancel() on another thread waits until start() has signalled the semaphore."),
    in: "one-semaphore",
    given: [
      .order(
        .began("download"), .marked(callsCancel, by: "download"),
        waits(for: "semaphore", after: .marked(callsCancel, by: "download")),
        .ended("download")),
      .differentThreads(.began("download"), .marked(callsCancel, by: "download")),
      .sameThread(
        .marked(callsCancel, by: "download"),
        waits(for: "semaphore", after: .marked(callsCancel, by: "download"))),
      holds(.semaphore, "semaphore", at: .began("download")),
    ],
    expect: [
      .order(.ended("download"), .cancelled("download")),
      holds(.semaphore, "semaphore", at: .cancelled("download")),
    ])

  static let notFromCallback = Claim(
    "D03b", "... but whoever start() calls back must not call cancel(): it never returns.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() calls back while it holds the semaphore. Whoever is called and calls cancel() \
        waits for a signal that only he himself could let start() give.
        """),
    in: "cancel-in-callback",
    given: cancelsWhenCalled + [
      holds(.semaphore, "semaphore", at: .marked(isCalledBack, by: "manager"))
    ],
    expect: [waitsForItself(after: .marked(callsCancel, by: "download").last)])

  static let calledLater = Claim(
    "D03c", "... unless start() calls back after it has signalled the semaphore.", origin: .kit,
    expected: .everywhere(
      .confirmed, because: "Then nobody holds anything while code of others runs."),
    in: "call-back-later",
    given: cancelsWhenCalled + [
      holds(.semaphore, "semaphore", at: .began("download")),
      .not(holds(.semaphore, "semaphore", at: .marked(isCalledBack, by: "manager"))),
    ],
    expect: [
      .order(
        .marked(callsCancel, by: "download").last, .cancelled("download").last,
        .marked(isBack, by: "manager")),
      holds(.semaphore, "semaphore", at: .cancelled("download").last),
    ])
}
