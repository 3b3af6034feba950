import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of cancelling all that a queue holds, and of asking what it holds.
extension Lesson17 {
  static let cancelsAll = Claim(
    "A20a", "cancelAllOperations() cancels every operation in the queue.",
    origin: .article(
      .a,
      passage: .init(
        "取消队列中的所有任务即所有任务都执行cancel方法",
        "cancels all tasks in the queue, that is, calls cancel on all of them",
        at: 234)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancelAll),
      because: "It calls cancel() on each. Those that run must look; those that wait never begin."),
    in: "cancel-all",
    given: [
      .added(["op1", "op2", "op3"], to: "downloads", width: 1),
      .each(["op1", "op2", "op3"]) {
        [
          .order(.firstSettled($0), .cancelled("downloads")),
          .place("downloads", at: .firstSettled($0)),
        ]
      },
      .state([.ready, .executing], at: .firstSettled("op1")),
      .state(.ready, at: .firstSettled("op2")),
      .state(.ready, at: .firstSettled("op3")),
    ],
    expect: ["op1", "op2", "op3"].map {
      .all(
        "\($0) was cancelled", .order(.cancelled("downloads"), .cancelled($0), .observed("op1")),
        .flags(.cancelled, at: .settled($0)))
    } + [
      .flags(.cancelled, at: .observed("op1")),
      .never(.began("op2")),
      .never(.began("op3")),
    ])

  static let blockBeforeRemoval = Claim(
    "A20c",
    """
    A cancelled operation stays in its queue until its completion block has run, whether it was \
    executing or waiting.
    """,
    origin: .documentation(page: ApplePage.cancelAll),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: ApplePage.cancelAll),
      because: """
        The page says: "is still given a chance to execute its completion block before it is removed \
        from the queue". On Linux the end of the operation sends the block to another thread and \
        removes the operation, without waiting for the block.
        """),
    in: "completion-blocks",
    given: [
      .added(["op1", "op2"], to: "downloads", slots: 2),
      .each(["op1", "op2"]) {
        [
          .order(.firstSettled($0), .cancelled("downloads"), .completed($0), duringBlock($0)),
          .order(duringBlock($0), .marked(blockReturns, by: $0)),
          .sameThread(.completed($0), .marked(blockReturns, by: $0)),
          .place("downloads", at: .firstSettled($0)),
          .flags([.finished, .cancelled], at: duringBlock($0)),
        ]
      },
      .state([.ready, .executing], at: .firstSettled("op1")),
      .state([], at: .firstSettled("op2")),
      .never(.began("op2")),
    ],
    expect: [
      .place("downloads", at: duringBlock("op1")), .place("downloads", at: duringBlock("op2")),
    ])

  static let currentIsTheQueue = Claim(
    "A21a", "OperationQueue.current inside an operation is the queue that runs it.",
    origin: .article(
      .a,
      passage: .init(
        "类属性,获取当前队列",
        "a class property: the current queue",
        at: 241)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.currentQueue),
      because: "The queue leaves itself in the thread; a thread of the operation's own has none."),
    in: "current-queue",
    given: [
      .added("op1", to: "downloads"),
      .order(.began("op1"), asks("op1"), .ended("op1")),
      .sameThread(.began("op1"), asks("op1")),
      .differentThreads(asks("op1"), asks("op1's own thread")),
    ],
    expect: [
      .fact(.mark(current("downloads")), at: asks("op1")),
      .fact(.mark(current("none")), at: asks("op1's own thread")),
      .fact(.mark(current("main queue")), at: asks("program")),
    ])

  static let showsWhatIsQueued = Claim(
    "A21b", "... and operations and operationCount show what is queued.",
    origin: .article(
      .a,
      passage: .init(
        "获取队列中的任务数量",
        "how many tasks are in the queue",
        at: 217)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operations),
      because: "What runs is counted, too, until it is finished."),
    in: "current-queue",
    given: [
      .added(["op1", "op2", "op3"], to: "downloads", width: 1),
      .each(["op1", "op2", "op3"]) {
        [.order(.added($0), .marked(like: operations([]), by: "op1"))]
      },
      .order(.began("op1"), .marked(like: operations([]), by: "op1")),
      .order(.marked(like: operationCount(0), by: "op1"), .ended("op1")),
    ],
    expect: [
      .fact(
        .mark(operations(["op1", "op2", "op3"])), at: .marked(like: operations([]), by: "op1")),
      .fact(.mark(operationCount(3)), at: .marked(like: operationCount(0), by: "op1")),
    ])
}
