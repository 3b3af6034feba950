import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson13 {
  static let startsOnce = Claim(
    "B01a", "If an operation is finished, a second start() does not run its work again.",
    origin: .article(
      .c,
      passage: .init(
        "如果NSOperation已經取消了或者已經完成了,這個方法會直接返回",
        "if the NSOperation was cancelled or is finished already, this method returns at once",
        at: 72)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        start() sees that the operation is finished, and returns. There is no error, so nothing \
        shows that the work did not run.
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
        "note: to start or to restart, each time make a new TaskOperation",
        at: 865)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "A new operation has its own state. The old one is finished forever."),
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
    """
    If a subclass overrides start(), a second start() runs the work again, unless the class checks \
    that itself.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The check is in Operation's start(), which such a class replaces and must not call. It needs \
        a check of its own, under a lock.
        """),
    Scenario(
      "own-start", given: startedByHandAndQueue,
      expect: [.times(2, .began, of: "upload"), .ends(.completes)]),
    Scenario(
      "checked-start", given: startedByHandAndQueue,
      expect: [
        .times(1, .began, of: "upload"), .order(.began("upload"), .resumed("uploads")),
        .order(.started("upload").last, .announced("isFinished", by: "upload")),
        .flags(.finished, at: .settled("upload")), .place(nil, at: .settled("upload")),
      ]))
}

// The claim of lesson 13 about isReady that is posted while an operation is added to its queue.
extension Lesson13 {
  static let hearsWhileAdding = Claim(
    "C30e", "A queue notices a change of isReady that is posted while it adds the operation.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux addOperation(_:) reads isReady and stores the value. A notification that comes \
        between the two is lost, and the queue does not read the property again.
        """),
    in: "own-ready-while-added",
    given: ticketWhileAdded + [
      .times(1, .announced, of: "photo"), .flags(.ready, at: .observed("photo")),
      .flags(.ready, not: .cancelled, at: .settled("photo")),
    ],
    expect: [.happens(.began("photo")), .place(nil, at: .settled("photo"))])
}

// The premises: two starts, a ticket without which photo is not ready, and a message that comes from
// Foundation.
extension Lesson13 {
  /// The operations of the program right-way.
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

  /// photo was in its queue and needed only its ticket.
  static let waitsForTicket: [Trace.Condition] = [
    .added("photo", to: "downloads", dependencies: []), .neverSuspended("downloads"),
    .state([], at: .added("photo")), .state([], at: .firstSettled("photo")),
    .place("downloads", at: .firstSettled("photo")),
  ]

  /// The call that added photo was reading isReady when another thread gave it its ticket and posted
  /// isReady.
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

// The claims of lesson 13 about isReady.
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
        A ready operation waits for no dependency. But its queue may be suspended or full, for as \
        long as you like.
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
    "B03c", "An operation becomes ready when it is added to a queue.",
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
        An operation without dependencies is ready as soon as it is made, in a queue or not. An \
        operation with an unfinished dependency is not ready, in a queue or not.
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
        如果你自定義的operation的準備狀態是由依賴操\
        作意外的因素決定的,你可以自己實現這個屬性。
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
        The queue reads the override, and reads it again when isReady is posted. Check super.isReady \
        as well, because it knows the dependencies.
        """),
    in: "own-ready", given: waitsForTicket,
    expect: [
      .order(.firstSettled("photo"), .announced("isReady", by: "photo"), .began("photo")),
      .place(nil, at: .settled("photo")),
    ])

  static let mustAnnounceReadiness = Claim(
    "C30d",
    "An operation with its own isReady must post the change, or its queue never starts it.",
    origin: .documentation(page: ApplePage.isReady),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.isReady),
      because: """
        The page says that the change must be posted. A queue does not poll isReady.
        """),
    in: "own-ready-unannounced",
    given: waitsForTicket + [
      .order(.firstSettled("photo"), .observed("photo")), .state([.ready], at: .observed("photo")),
      .never(.announced("isReady", by: "photo")),
    ],
    expect: [.never(.began("photo")), .place("downloads", at: .settled("photo"))])
}

// The claims of lesson 13 about calls that trap, each with a message from Foundation.
extension Lesson13 {
  static let noMoreBlocks = Claim(
    "B01b", "You cannot add a block to a block operation that runs.",
    origin: .documentation(page: ApplePage.addExecutionBlock),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addExecutionBlock),
      because: """
        The operation has read its list of blocks. A new block would never run, so Foundation traps.
        """),
    in: "add-block-late",
    given: [messageIsFoundations, .flags(.executing, at: .observed("photo"))],
    expect: [
      .traps(at: .observed("photo"), saying: "blocks cannot be added after the operation")
    ])

  /// The sentence of article C about both.
  private static let notToBeStarted = Origin.Passage(
    """
    如果這個NSOperation正在執行或者還沒有準備好執行,\
    這個方法會拋出一個NSInvalidArgumentException異常
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
      because: "Its work would run twice at once, so start() traps."),
    in: "start-executing",
    given: [messageIsFoundations, .flags(.executing, at: .started("photo").last)],
    expect: [.traps(at: .started("photo").last, saying: "already executing")])

  static let startUnreadyTraps = Claim(
    "C30b", "Starting an operation that is not ready is an error.",
    origin: .article(.c, passage: notToBeStarted),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        It would run before its dependencies, so start() traps. Add all of them to a queue, which \
        starts each in time.
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
        NSOperation已經添加到NSOperationQueue后在\
        調用這個方法或者先調用了這個方法然后再把\
        NSOperation添加到NSOperationQueue都是錯誤的
        """,
        """
        to call this method when the NSOperation was added to a queue, or to call it first \
        and then add the NSOperation to a queue, is wrong
        """,
        at: 91)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        After it was added, only the queue may start it. The message speaks of several threads: the \
        second one is the queue's, which would come later.
        """),
    in: "start-queued",
    given: [
      messageIsFoundations, .added("photo", to: "downloads", isSuspended: true, dependencies: []),
      .neverResumed("downloads"), .order(.added("photo"), .started("photo")),
      .flags(not: [.executing, .finished, .cancelled], at: .started("photo")),
    ],
    expect: [.traps(at: .started("photo"), saying: "simultaneously from more than one thread")])

  static let enqueueStartedTraps = Claim(
    "C31b", "Adding an operation to a queue after it was started is an error.",
    origin: .article(
      .c,
      passage: .init(
        """
        NSOperation已經添加到NSOperationQueue后在\
        調用這個方法或者先調用了這個方法然后再把\
        NSOperation添加到NSOperationQueue都是錯誤的
        """,
        """
        to call this method when the NSOperation was added to a queue, or to call it first \
        and then add the NSOperation to a queue, is wrong
        """,
        at: 91)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: "A queue takes only an operation that was never started and is in no queue."),
    in: "enqueue-finished",
    given: [
      messageIsFoundations, .times(1, .enqueued, of: "photo"),
      .order(.ended("photo"), .added("photo")), .flags(.finished, at: .added("photo")),
    ],
    expect: [.traps(at: .added("photo"), saying: "enqueued")])

  static let enqueueTwiceTraps = Claim(
    "C31c", "Adding an operation to a queue is an error if it is in a queue already.",
    origin: .documentation(page: ApplePage.addOperation),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addOperation),
      because: "An operation belongs to one queue until it is finished."),
    in: "enqueue-twice",
    given: [
      messageIsFoundations, .added("photo", to: "downloads", isSuspended: true),
      .neverResumed("downloads"),
      .order(.added("photo", to: "downloads"), .added("photo", to: "retries")),
      .flags(not: [.executing, .finished], at: .added("photo", to: "retries")),
    ],
    expect: [.traps(at: .added("photo", to: "retries"), saying: "enqueued")])
}
