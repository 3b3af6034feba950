import OperationDownloads
import OperationTesting

/// What lesson 10 has to say of article A's `MyOperation` and `finishTask()`, and of
/// `isAsynchronous`.
extension Lesson10 {
  static let myOperationIsConcurrent = Claim(
    "A14b", "Article A's MyOperation is concurrent, as its isAsynchronous says.",
    origin: .article(
      .a,
      passage: .init(
        "- (BOOL)isAsynchronous{    return YES;}",
        "MyOperation says that it is asynchronous",
        at: 620)),
    expected: .everywhere(
      .refuted,
      because: """
        All its work is in start(), on the thread of whoever calls it. Started by hand it blocks \
        its caller; in a queue it blocks one of the queue's threads.
        """),
    in: "blocks-its-thread",
    given: [
      .never(.enqueued, of: ["first"]),
      .sameThread(
        .event(.noted, of: "first", .type("MyOperation", isAsynchronous: true)),
        .started("first"), .observed("first").last),
    ],
    // Refuted only if all the work was done on the thread of start(), which returned after it.
    expect: [
      .any(
        .order(.returned("first"), .marked(step(2), by: "first")),
        .differentThreads(.started("first"), .marked(step(1), by: "first")),
        .differentThreads(.started("first"), .marked(step(2), by: "first")))
    ])

  static let executesAlthoughCancelled = Claim(
    "A14c",
    """
    It sets executing before it asks isCancelled: cancelled before its start, it tells everybody \
    that it executes all the same.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The order of the lines decides. Ask first: then there is one announcement, that of the end.
        """),
    Scenario(
      "executes-first", given: cancelledBeforeStart,
      expect: [
        .order(.announced("isExecuting", by: "first"), .observed("first")),
        .flags([.executing, .cancelled], at: .observed("first")),
      ]),
    Scenario(
      "asks-first", given: cancelledBeforeStart,
      expect: [
        .never(.announced("isExecuting", by: "first")),
        .flags(not: .executing, at: .observed("first")),
      ]))

  static let finishedAndExecuting = Claim(
    "A15b",
    """
    finishTask() posts finished before executing: whoever is told of the end may find the operation \
    executing and finished at once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue goes on as soon as it is told, on another thread, while finishTask() is between \
        its two lines. Take executing back first, or both in one step.
        """),
    Scenario(
      "finished-first",
      given: nextLooksAtTheEnd + [
        .order(
          .announced("isExecuting", by: "first"), .announced("isFinished", by: "first"),
          .announced("isExecuting", by: "first").last)
      ],
      expect: [.flags(.executing, at: .observed("look"))]),
    Scenario(
      "executing-first",
      given: nextLooksAtTheEnd + [
        .order(
          .announced("isExecuting", by: "first"), .announced("isExecuting", by: "first").last,
          .announced("isFinished", by: "first"))
      ],
      expect: [.flags(not: .executing, at: .observed("look"))]))

  static let mayStaySynchronous = Claim(
    "C03c",
    """
    An operation may override start(), executing and finished and leave asynchronous alone, as \
    SDWebImage's does.
    """,
    origin: .article(
      .c,
      passage: .init(
        "SDWebImageDownloaderOperation重寫了start方法和executing、finished屬性,但是沒有重寫asynchronous屬性。",
        """
        SDWebImageDownloaderOperation overrides the start method and the properties \
        executing and finished, but does not override the property asynchronous.
        """,
        at: 910)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        A queue never asks isAsynchronous: lesson 1. Whoever starts operations by hand may, and is \
        then told something wrong.
        """),
    in: "no-is-asynchronous",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .fact(.mark(answers(isAsynchronous: false, inheritedIsFinished: false)), at: lookAtWork)
    ],
    expect: [
      .state([.ready, .executing], at: idleAtWork), .place(nil, at: .settled("first")),
      .happens(.started("next")),
    ])
}
