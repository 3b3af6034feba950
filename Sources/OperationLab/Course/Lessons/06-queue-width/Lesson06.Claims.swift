import OperationLab
import OperationTesting

extension Lesson06 {
  private static let opOneWaited = Trace.Moment.answered("op1", gate: "op2 has begun")

  /// op1 waits until op2 begins or the process is idle. Both are in one queue, and only its width can
  /// keep op2 from beginning.
  private static func opOneWaitsForTwo(in queue: String, width: Int? = nil) -> [Trace.Condition] {
    [
      .added(["op1", "op2"], to: queue, width: width, dependencies: []), .neverSuspended(queue),
      .neverCancelled("op1", "op2"), .order(.began("op1"), opOneWaited, .ended("op1")),
      .order(.added("op2"), opOneWaited),
      .order(.began("op2"), .opened("op2 has begun"), .ended("op2")),
      .sameThread(.began("op2"), .opened("op2 has begun")),
    ]
  }

  static let oneAtATime = Claim(
    "A04", "A queue of width 1 runs one operation at a time.",
    origin: .article(
      .a,
      passage: .init(
        "如果为1,则只支持同时处理一个任务,即串行队列",
        "if it is 1, only one task is handled at a time: a serial queue",
        at: 220)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.width),
      because: "The width is a number of slots, and an operation holds one until it is finished."),
    in: "width-1",
    given: opOneWaitsForTwo(in: "downloads", width: 1),
    expect: [.order(.ended("op1"), .began("op2"))])

  static let twoAtATime = Claim(
    "A06", "With width 2, two operations run at the same time on two threads.",
    origin: .article(
      .a,
      passage: .init(
        "从输出中可以发现,两个任务使用了两个不同的线程来执行",
        "the output shows that the two tasks ran on two different threads",
        at: 306)),
    expected: .everywhere(
      .confirmed, basis: .reported("the output that article A prints"),
      because: "Two slots are free, and each start() runs on its own thread until it returns."),
    in: "width-2",
    given: opOneWaitsForTwo(in: "downloads", width: 2) + [
      .not(.fact(.answer(gate: "op2 has begun", answer: .shutWithoutThread), at: opOneWaited))
    ],
    expect: [
      .order(.began("op2"), .ended("op1")),
      .fact(.answer(gate: "op2 has begun", answer: .open), at: opOneWaited),
      .differentThreads(.began("op1"), .began("op2")),
    ])

  static let mainQueueRunsOnMain = Claim(
    "A07a", "The main queue runs its operations on the main thread.",
    origin: .article(
      .a,
      passage: .init(
        "主队列就是串行队列使用主线程执行任务",
        "the main queue is a serial queue and runs tasks on the main thread",
        at: 222)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.mainQueue),
      because: "It runs them in the main thread's run loop, whichever thread adds them."),
    in: "main-queue",
    given: [
      .added(["op1", "op2"], to: Snapshot.Queue.main), .onMain(.added("op2"), false),
      .order(.added("op1"), .began("op1")), .order(.added("op2"), .began("op2")),
    ],
    expect: [.onMain(.began("op1")), .onMain(.began("op2"))])

  static let mainQueueHasWidthOne = Claim(
    "A07b", "The main queue has width 1, whatever you set it to.",
    origin: .article(
      .a,
      passage: .init(
        "主队列的任务并发数为1,即串行队列",
        "the main queue runs 1 task at a time: it is serial",
        at: 248,
        but: """
          The article says that the width is 1. We measured that setting it to 2 changes nothing.
          """)),
    expected: .everywhere(
      .confirmed,
      because: """
        There is one main thread, and the queue ignores a new width. Apple's page says that it \
        executes one operation at a time, and nothing about a new width.
        """),
    in: "main-queue",
    given: opOneWaitsForTwo(in: Snapshot.Queue.main) + [
      .order(.event(.noted, of: Snapshot.Queue.main, .width(value: 2)), .added("op1")),
      .order(.event(.noted, of: Snapshot.Queue.main, .width(value: 2)), .added("op2")),
    ],
    expect: [.added(["op1", "op2"], width: 1), .order(.ended("op1"), .began("op2"))])
}

// Threads of a pool, and data in their dictionaries.
extension Lesson06 {
  private static let loginWaited = Trace.Moment.answered("login", gate: "fetch has begun")

  /// login and fetch run one after the other, because of the width alone. login has finished, but
  /// keeps its thread busy until fetch begins.
  private static let loginKeepsItsThread: [Trace.Condition] = [
    .added(["login", "fetch"], to: "session", width: 1, dependencies: []),
    .order(.began("login"), .ended("login"), .began("fetch"), .opened("fetch has begun")),
    .sameThread(.began("fetch"), .opened("fetch has begun")),
    .order(.ended("login"), loginWaited), .sameThread(.began("login"), loginWaited),
    .not(.fact(.answer(gate: "fetch has begun", answer: .shutWithoutThread), at: loginWaited)),
    .any(
      .order(.began("fetch"), loginWaited),
      .fact(.answer(gate: "fetch has begun", answer: .shut), at: loginWaited)),
  ]

  private static let lastLook = Trace.Moment.marked(found, by: "login").last

  /// login found no token, stored one, and still found it after fetch had looked on another thread.
  private static let loginStoresToken: [Trace.Condition] = [
    .differentThreads(.began("login"), .began("fetch")),
    .order(.marked(foundNothing, by: "login").last, .marked(found, by: "login"), lastLook),
    .order(loginWaited, lastLook), .sameThread(.began("login"), lastLook),
    .any(fetchLooks(found), fetchLooks(foundNothing)),
    // If there is no second thread before the first is free, login has returned before fetch begins.
    .any(
      .order(.marked(found, by: "fetch"), lastLook),
      .order(.marked(foundNothing, by: "fetch"), lastLook), .order(loginWaited, .began("fetch"))),
  ]

  private static func fetchLooks(_ finding: Trace.Event.Mark) -> Trace.Condition {
    .all(
      "fetch looked for the token", .order(.began("fetch"), .marked(finding, by: "fetch")),
      .sameThread(.began("fetch"), .marked(finding, by: "fetch")))
  }

  static let changesThreads = Claim(
    "A05", "A queue of width 1 runs its operations on one thread.",
    origin: .article(
      .a,
      passage: .init(
        "如果将最大任务并发数量设置为1这里就会使用同一个线程串行执行",
        """
        if the number of tasks at a time is set to 1, they run one after another on one \
        and the same thread
        """,
        at: 308)),
    expected: .everywhere(
      .refuted,
      because: """
        The queue takes a thread from a pool for each operation. Here the first thread is busy, so \
        the queue takes another. Usually that depends on chance.
        """),
    in: "thread-dictionary",
    given: loginKeepsItsThread,
    expect: [.sameThread(.began("login"), .began("fetch"))])

  static let nothingInTheThread = Claim(
    "A05b",
    """
    In a queue of width 1, an operation finds what the one before stored in its thread's \
    dictionary.
    """,
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Each thread has its own dictionary, and the next operation may run on another thread. We \
        did not measure macOS, which has a pool of threads too.
        """),
    in: "thread-dictionary",
    given: loginKeepsItsThread + loginStoresToken,
    expect: [.happens(.marked(found, by: "fetch"))])

  static let tokenInTheBox = Claim(
    "A05c",
    "In a queue of width 1, an operation finds what the one before stored in a shared object.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A queue of width 1 gives order: all that the first body does happens before the second \
        begins, on any thread.
        """),
    in: "shared-box",
    given: loginKeepsItsThread + loginStoresToken,
    expect: [.happens(.marked(found, by: "fetch"))])
}
