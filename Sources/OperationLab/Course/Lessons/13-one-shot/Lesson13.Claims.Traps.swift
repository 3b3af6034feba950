import OperationLab
import OperationDownloads
import OperationTesting

// What ends the process: each with the message that is Foundation's own.
extension Lesson13 {
  static let noMoreBlocks = Claim(
    "B01b", "... and more work cannot be added to an operation once it runs.",
    origin: .documentation(page: ApplePage.addExecutionBlock),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addExecutionBlock),
      because: """
        The list of blocks has been read by then: a further block would never run. Foundation \
        prefers to end the process.
        """),
    in: "add-block-late",
    given: [messageIsFoundations, .flags(.executing, at: .observed("photo"))],
    expect: [
      .traps(at: .observed("photo"), saying: "blocks cannot be added after the operation")
    ])

  /// What article C says of both: one sentence.
  private static let notToBeStarted = Origin.Passage(
    """
    如果這個(gè)NSOperation正在執(zhí)行或者還沒有準(zhǔn)備好執(zhí)行,\
    這個(gè)方法會(huì)拋出一個(gè)NSInvalidArgumentException異常
    """,
    """
    if this NSOperation is executing or is not yet ready to execute, this method \
    raises an NSInvalidArgumentException
    """,
    at: 76)

  static let startExecutingTraps = Claim(
    "C30a", "Starting an operation that is executing is an error.",
    origin: .article(.c, passage: notToBeStarted),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: "Its work would run twice at once. start() finds it executing and traps."),
    in: "start-executing",
    given: [messageIsFoundations, .flags(.executing, at: .started("photo").last)],
    expect: [.traps(at: .started("photo").last, saying: "already executing")])

  static let startUnreadyTraps = Claim(
    "C30b", "Starting an operation that is not ready is an error.",
    origin: .article(.c, passage: notToBeStarted),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        It would run before the operations it depends on. Add all of them to a queue instead: it \
        knows when to start each.
        """),
    in: "start-unready",
    given: [messageIsFoundations, .flags(not: .ready, at: .started("crop"))],
    expect: [.traps(at: .started("crop"), saying: "not yet ready to execute")])

  static let startQueuedTraps = Claim(
    "C31a", "Starting by hand an operation that is in a queue is an error.",
    origin: .article(
      .c,
      passage: .init(
        """
        NSOperation已經(jīng)添加到NSOperationQueue后在\
        調(diào)用這個(gè)方法或者先調(diào)用了這個(gè)方法然后再把\
        NSOperation添加到NSOperationQueue都是錯(cuò)誤的
        """,
        """
        to call this method when the NSOperation was added to a queue, or to call it first \
        and then add the NSOperation to a queue, is wrong
        """,
        at: 91)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        From the moment it is added, only the queue may start it. Foundation speaks of several \
        threads, although there is only one here: you, and the queue that would come.
        """),
    in: "start-queued",
    given: [
      messageIsFoundations, .added("photo", to: "downloads", isSuspended: true, dependencies: []),
      .neverResumed("downloads"), .order(.added("photo"), .started("photo")),
      .flags(not: [.executing, .finished, .cancelled], at: .started("photo")),
    ],
    expect: [.traps(at: .started("photo"), saying: "simultaneously from more than one thread")])

  static let enqueueStartedTraps = Claim(
    "C31b", "... and so is enqueuing one that was started, whether it still runs or is over.",
    origin: .article(
      .c,
      passage: .init(
        """
        NSOperation已經(jīng)添加到NSOperationQueue后在\
        調(diào)用這個(gè)方法或者先調(diào)用了這個(gè)方法然后再把\
        NSOperation添加到NSOperationQueue都是錯(cuò)誤的
        """,
        """
        to call this method when the NSOperation was added to a queue, or to call it first \
        and then add the NSOperation to a queue, is wrong
        """,
        at: 91)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: "A queue takes only what has never been started and is in no queue."),
    Scenario(
      "enqueue-executing",
      given: [
        messageIsFoundations, .times(1, .enqueued, of: "photo"),
        .flags(.executing, at: .added("photo")),
      ],
      expect: [.traps(at: .added("photo"), saying: "enqueued")]),
    Scenario(
      "enqueue-finished",
      given: [
        messageIsFoundations, .times(1, .enqueued, of: "photo"),
        .order(.ended("photo"), .added("photo")), .flags(.finished, at: .added("photo")),
      ],
      expect: [.traps(at: .added("photo"), saying: "enqueued")]))

  static let enqueueTwiceTraps = Claim(
    "C31c", "... and so is enqueuing one that is in a queue already.",
    origin: .documentation(page: ApplePage.addOperation),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addOperation),
      because: "An operation belongs to one queue, from being added to being finished."),
    in: "enqueue-twice",
    given: [
      messageIsFoundations, .added("photo", to: "downloads", isSuspended: true),
      .neverResumed("downloads"),
      .order(.added("photo", to: "downloads"), .added("photo", to: "retries")),
      .flags(not: [.executing, .finished], at: .added("photo", to: "retries")),
    ],
    expect: [.traps(at: .added("photo", to: "retries"), saying: "enqueued")])
}
