import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson13 {
  static let startsOnce = Claim(
    "B01a", "A second start() after the end does not run the work again.",
    origin: .article(
      .c,
      passage: .init(
        "如果NSOperation已經(jīng)取消了或者已經(jīng)完成了,這個(gè)方法會(huì)直接返回",
        "if the NSOperation was cancelled or is finished already, this method returns at once",
        at: 72)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        start() sees that the operation is finished and returns, without a word. That is no way \
        to run work again, and nothing tells you so.
        """),
    in: "start-again",
    given: [
      .times(2, .started, of: "photo"),
      .order(.started("photo"), .ended("photo"), .started("photo").last),
      .flags(.finished, at: .started("photo").last), .flags(.finished, at: .settled("photo")),
    ],
    expect: [.times(1, .began, of: "photo"), .ends(.completes)])

  static let newOperation = Claim(
    "B01c", "To run the work again, make a new operation.",
    origin: .article(
      .b,
      passage: .init(
        "注意每次不论开始还是重启新建一个TaskOperation就可以了",
        "note: each time, whether to start or to start again, a new TaskOperation does it",
        at: 865)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "It has a state of its own; the old one's says for ever that it is over."),
    in: "right-way",
    given: [
      .order(.began("photo"), .added("photo again"), .ended("photo")),
      .added(["crop", "stamp"], to: "downloads", isSuspended: true, dependencies: ["photo"]),
      .each(allOnce) { [.order(.added($0), .started($0))] },
    ],
    expect: [
      .each(allOnce) {
        [
          .times(1, .started, of: $0), .times(1, .began, of: $0),
          .flags(.finished, at: .settled($0)), .place(nil, at: .settled($0)),
        ]
      },
      .order(.ended("photo"), .began("crop")), .order(.ended("photo"), .began("stamp")),
    ])

  static let ownStartUnchecked = Claim(
    "C31d",
    "... but nobody checks when the subclass has a start() of its own: the work begins twice.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The check is in Operation's start(), which such a subclass replaces and must not call. \
        Nobody notices the second start, and the work begins twice.
        """),
    in: "own-start", given: startedByHandAndQueue,
    expect: [.times(2, .began, of: "upload"), .ends(.completes)])

  static let checkedStartOnce = Claim(
    "C31e", "... unless its start() checks for itself: then only the first one counts.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "It asks under its lock whether it has been started, and remembers it."),
    in: "checked-start", given: startedByHandAndQueue,
    expect: [
      .times(1, .began, of: "upload"), .order(.began("upload"), .resumed("uploads")),
      .order(.started("upload").last, .announced("isFinished", by: "upload")),
      .flags(.finished, at: .settled("upload")), .place(nil, at: .settled("upload")),
    ])
}

// What becomes of a readiness that is announced while an operation is added to its queue.
extension Lesson13 {
  static let hearsWhileAdding = Claim(
    "C30e", "... which the queue hears also while the operation is being added to it.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux addOperation(_:) asks isReady and keeps the answer, whatever was announced since it \
        was given. The newer word is lost, and nobody asks again.
        """),
    in: "own-ready-while-added",
    given: ticketWhileAdded + [
      .times(1, .announced, of: "photo"), .flags(.ready, at: .observed("photo")),
      .flags(.ready, not: .cancelled, at: .settled("photo")),
    ],
    expect: [.happens(.began("photo")), .place(nil, at: .settled("photo"))])

  static let mayRepeatReadiness = Claim(
    "C30f", "... and always hears once it has been added: announced again, it runs.", origin: .kit,
    expected: .everywhere(
      .confirmed, because: "The operation is in the queue by then, which asks it once more."),
    in: "own-ready-repeated",
    given: ticketWhileAdded + [
      .times(2, .announced, of: "photo"),
      .order(.observed("photo"), .announced("isReady", by: "photo").last),
    ],
    expect: [.happens(.began("photo")), .place(nil, at: .settled("photo"))])
}

// What the claims presuppose: two starts, a ticket without which photo is not ready, and a message
// that is not the lesson's own.
extension Lesson13 {
  /// The operations of the right way.
  static let allOnce = ["photo", "photo again", "crop", "stamp"]

  /// upload was started by hand while it was in its queue, and then by the queue.
  static let startedByHandAndQueue: [Trace.Condition] = [
    .added("upload", to: "uploads", isSuspended: true), .times(2, .started, of: "upload"),
    .order(
      .added("upload"), .started("upload"), .resumed("uploads"), .started("upload").last),
    .differentThreads(.started("upload"), .started("upload").last),
    .flags(not: .finished, at: .started("upload")),
    .flags(not: .finished, at: .started("upload").last),
  ]

  /// photo was in its queue, waiting for nothing but its ticket.
  static let waitsForTicket: [Trace.Condition] = [
    .added("photo", to: "downloads", dependencies: []), .neverSuspended("downloads"),
    .state([], at: .added("photo")), .state([], at: .firstSettled("photo")),
    .place("downloads", at: .firstSettled("photo")),
  ]

  /// The call that added photo was asking whether it was ready when another thread gave it its
  /// ticket and posted isReady.
  static let ticketWhileAdded: [Trace.Condition] = [
    .added("photo", to: "downloads", dependencies: []), .state([], at: .added("photo")),
    .order(
      .added("photo"), .marked(asked, by: "photo"), .announced("isReady", by: "photo"),
      .observed("photo")),
    .sameThread(.added("photo"), .marked(asked, by: "photo")),
    .differentThreads(.marked(asked, by: "photo"), .announced("isReady", by: "photo")),
  ]

  /// The message of the trap is Foundation's own.
  static let messageIsFoundations: Trace.Condition = .prints("Lesson13", false)
}

extension Trace.Condition {
  /// The queue was not resumed during the run.
  static func neverResumed(_ queue: String) -> Self {
    Self("'\(queue)' was never resumed") { run in
      Outcome(run.all(.resumed, of: queue).isEmpty, "", [])
    }
  }
}

// What ready says, and who may say it.
extension Lesson13 {
  static let readyMeansSoon = Claim(
    "A09b", "An operation in a queue that is ready is about to run.",
    origin: .article(
      .a,
      passage: .init(
        "对于加入队列的任务,当ready为YES,标识该任务即将开始执行",
        "For a task that was added to a queue, ready being YES says that it is about to run",
        at: 117)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.isSuspended),
      because: """
        Ready says that the operation itself is in nobody's way: its dependencies are over. Whether \
        it runs is for its queue to say, which may be suspended or full for as long as you like.
        """),
    in: "ready",
    given: [
      .added("parked", to: "suspended", isSuspended: true, dependencies: []),
      .added("behind", to: "downloads", width: 1, dependencies: []),
      .order(.began("first"), .added("behind"), .firstSettled("behind"), .ended("first")),
      .state([.ready], at: .firstSettled("parked")), .state([.ready], at: .firstSettled("behind")),
      .happens(.started("parked"), .started("behind")),
    ],
    expect: [
      .order(.started("parked"), .firstSettled("parked")),
      .order(.started("behind"), .firstSettled("behind")),
    ])

  static let readyByAdding = Claim(
    "B03c", "Ready is the state that an operation has once it is added to a queue.",
    origin: .article(
      .b,
      passage: .init(
        """
        其中ready是Queue调用addOperation:后\
        Operation的状态,表明该Operation可以被Queue自动调度
        """,
        """
        Ready is the state of an operation after the queue calls addOperation:, and says \
        that the queue may schedule it by itself
        """,
        at: 326)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.isReady),
      because: """
        An operation without dependencies is ready from the moment it is made, in a queue or in \
        none; and one with an unfinished dependency is not, though its queue has it.
        """),
    in: "ready",
    given: [
      .order(.observed("parked"), .added("parked")), .order(.observed("behind"), .added("behind")),
      .never(.enqueued, of: ["alone"]),
    ],
    expect: [
      .flags(not: .ready, at: .observed("alone")), .flags(not: .ready, at: .settled("alone")),
      .flags(not: .ready, at: .observed("parked")), .flags(not: .ready, at: .observed("behind")),
    ])

  static let mayDecideReadiness = Claim(
    "C30c",
    """
    An operation whose readiness depends on something else than dependencies may implement isReady \
    itself.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        如果你自定義的operation的準(zhǔn)備狀態(tài)是由依賴操\
        作意外的因素決定的,你可以自己實(shí)現(xiàn)這個(gè)屬性。
        """,
        """
        If the readiness of your operation is decided by other factors than the operations \
        it depends on, you can implement this property yourself.
        """,
        at: 150)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.isReady),
      because: """
        The queue asks the override, and asks again when isReady is announced. Ask super.isReady as \
        well: that is where the dependencies are.
        """),
    in: "own-ready", given: waitsForTicket,
    expect: [
      .order(.firstSettled("photo"), .announced("isReady", by: "photo"), .began("photo")),
      .place(nil, at: .settled("photo")),
    ])

  static let mustAnnounceReadiness = Claim(
    "C30d", "... and has to announce the change, or its queue never starts it.",
    origin: .documentation(page: ApplePage.isReady),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.isReady),
      because: """
        The page says that the change must be announced. What comes of leaving it out is this run: \
        no queue keeps asking.
        """),
    in: "own-ready-unannounced",
    given: waitsForTicket + [
      .order(.firstSettled("photo"), .observed("photo")), .state([.ready], at: .observed("photo")),
      .never(.announced("isReady", by: "photo")),
    ],
    expect: [.never(.began("photo")), .place("downloads", at: .settled("photo"))])
}

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
