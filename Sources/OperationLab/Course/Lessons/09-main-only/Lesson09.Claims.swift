import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson09 {
  static let neverFinishesInQueue = Claim(
    "A12a",
    """
    If a subclass overrides only main(), its operation never leaves a queue, and its completion \
    block does not run.
    """,
    origin: .article(
      .a,
      passage: .init(
        "任务加入到队列后不会被队列删除,一直会保存,而且任务执行完成后的回调块也不会执行",
        """
        once in a queue, the task is not removed by it and stays there forever, and the \
        completion block is not run either
        """,
        at: 503)),
    expected: .everywhere(
      .refuted, basis: .documented(page: ApplePage.operation),
      because: """
        A queue calls start(). The inherited start() calls main() and reports finished. The article's \
        program called main() directly (A12b).
        """),
    in: "three-ways",
    given: [
      .added("queued", to: "prints", dependencies: []), .state([.ready], at: .added("queued")),
      .order(.added("queued"), .began("queued")),
      .differentThreads(.added("queued"), .began("queued")),
    ] + inheritedStart("queued"),
    // Refuted only if no part of the statement holds.
    expect: [
      .any(
        .flags(not: .finished, at: .settled("queued")), .place("prints", at: .settled("queued")),
        .never(.completed("queued")))
    ])

  static let mainAloneFinishesNothing = Claim(
    "A12b",
    """
    If your code calls main() directly, isFinished stays false forever, and the completion block does \
    not run.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        main() does only the work. start() sets the states and posts them.
        """),
    Scenario(
      "three-ways",
      given: mainAlone("called") + [
        .order(
          .ended("called"), .observed("called"), .settled("called", after: .ended("called")),
          .observed("called").last),
        .fact(.mark(hasCompletionBlock), at: .observed("called")),
        .fact(.mark(hasCompletionBlock), at: .observed("called").last),
      ],
      expect: [.state([.ready], at: .settled("called")), .never(.completed("called"))]),
    Scenario(
      "main-by-hand",
      given: mainAlone("print") + [
        .added("show", to: "prints", dependencies: ["print"]), .neverSuspended("prints"),
      ],
      expect: [.stuck("show", .dependency, waitsFor: ["print"])]))

  static let startFinishes = Claim(
    "A12c",
    """
    If your code calls start() instead of main(), the operation finishes, and then its dependents \
    start.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() calls main() and reports finished, on the thread that called it. It needs no queue. \
        The queue of a dependent is notified.
        """),
    in: "start-by-hand",
    given: [
      .added("show", to: "prints", dependencies: ["print"]), .neverSuspended("prints"),
      .never(.enqueued, of: ["print"]), .order(.added("show"), .began("print")),
      .sameThread(.added("show"), .began("print")),
    ] + inheritedStart("print"),
    expect: [
      .state([.ready, .finished], at: .settled("print")),
      .order(.ended("print"), .started("show")), .place(nil, at: .settled("show")),
    ])

  static let mainIsEnough = Claim(
    "C23", "Overriding main() is enough for a synchronous subclass.",
    origin: .article(
      .c,
      passage: .init(
        "只需要重寫main方法即可",
        "it is enough to override main",
        at: 369)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.main),
      because: """
        The inherited start() sets executing, calls main(), sets finished, and posts both changes.
        """),
    in: "three-ways",
    given: [
      .added("queued", to: "prints", dependencies: []), .never(.enqueued, of: ["started"]),
      .sameThread(.added("queued"), .began("started")),
      .differentThreads(.added("queued"), .began("queued")),
    ] + inheritedStart("started") + inheritedStart("queued"),
    expect: [
      .state([.ready, .finished], at: .settled("started")), .place(nil, at: .settled("started")),
      .state([.ready, .finished], at: .settled("queued")), .place(nil, at: .settled("queued")),
      .happens(.completed("started"), .completed("queued")),
    ])
}

// The claim of lesson 9 about a direct call of main().
extension Lesson09 {
  static let callingMainIsEnough = Claim(
    "A12d", "For a non-concurrent operation, it is enough to call main() directly.",
    origin: .article(
      .a,
      passage: .init(
        "在官方文档中指出,非并发任务,直接调用main方法即可",
        """
        The official documentation points out that a non-concurrent task needs no more \
        than a direct call of the main method
        """,
        at: 494)),
    expected: .everywhere(
      .refuted,
      because: """
        The call does only the work, even if the operation is cancelled, and never reports finished. \
        start() checks and reports.
        """),
    in: "main-cancelled",
    given: [
      .state([.ready, .cancelled], at: .observed("called")),
      .state([.ready, .cancelled], at: .observed("started")),
      .ifEver(.began("called"), .order(.observed("called"), .began("called"))),
      .never(.enqueued, of: ["called", "started"]),
      .never(.began("started")), .flags(.finished, at: .settled("started")),
    ],
    // A call of start() skips the work and finishes the operation. main() must do neither to refute.
    expect: [.any(.never(.began("called")), .flags(.finished, at: .settled("called")))])
}

// The claims of lesson 9 about code that runs when cancel() is called.
extension Lesson09 {
  static let cancelIsAFlag = Claim(
    "A13", "cancel() only sets a flag. Running code continues until it checks isCancelled.",
    origin: .article(
      .a,
      passage: .init(
        "设置cancelled属性为YES仅仅标记cancelled属性,不退出任务",
        "setting cancelled to YES only marks the property; it does not leave the task",
        at: 83)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancel),
      because: "No thread can be stopped safely from outside. The code must stop itself."),
    in: "ignores-cancel", given: cancelledAfterStepOne,
    expect: [
      .all(
        "loop continued with isCancelled true",
        .happens(.marked(step(2), by: "loop"), .marked(step(3), by: "loop")),
        .flags(.cancelled, at: .marked(step(2), by: "loop")),
        .flags(.cancelled, at: .marked(step(3), by: "loop")))
    ])

  static let lookingStops = Claim(
    "C24",
    "A body that checks isCancelled stops early when cancelled, and the operation still finishes.",
    origin: .article(
      .c,
      passage: .init(
        "可以在執行任務的代碼里加上isCancelled的判斷來退出執行的任務",
        "one can check isCancelled in the code of the task, to leave a task that runs",
        at: 408)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.cancelAll),
      because: "It is enough to return from main(). Then start() reports finished as usual."),
    in: "looks-at-cancel", given: cancelledAfterStepOne,
    expect: [
      .all(
        "loop stopped before its second step",
        .never(.marked(step(2), by: "loop")),
        .order(.cancelled("loop"), .observed("loop"), .ended("loop")),
        .flags(.cancelled, at: .observed("loop"))),
      .state([.ready, .finished, .cancelled], at: .settled("loop")),
      .place(nil, at: .settled("loop")),
    ])
}

// The premises: which method was called, and a cancel() between two steps.
extension Lesson09 {
  /// The body was called by Foundation's own `start()`: the operation is executing, although its
  /// class keeps no state and posts no notifications.
  static func inheritedStart(_ name: String) -> [Trace.Condition] {
    [.state([.ready, .executing], at: .began(name)), .never(.announced, of: [name])]
  }

  /// The body was called directly, and nothing else of the operation was touched.
  static func mainAlone(_ name: String) -> [Trace.Condition] {
    [
      .state([.ready], at: .began(name)), .onMain(.began(name)), .onMain(.ended(name)),
      .never(.enqueued, of: [name]), .never(.announced, of: [name]),
    ]
  }

  /// loop was cancelled by another thread after the first of its three steps. An operation of the
  /// same class, which was not cancelled, took all three.
  static let cancelledAfterStepOne: [Trace.Condition] = [
    .added(["loop", "left alone"], to: "loops", dependencies: []),
    .state([.ready, .executing], at: .began("loop")),
    .state([.ready, .executing, .cancelled], at: .cancelled("loop")),
    .differentThreads(.began("loop"), .cancelled("loop")),
    .order(.marked(step(1), by: "loop"), .cancelled("loop"), .ended("loop")),
    .happens(
      .marked(step(1), by: "left alone"), .marked(step(2), by: "left alone"),
      .marked(step(3), by: "left alone")),
    .state([.ready, .finished], at: .settled("left alone")),
  ]

  /// The process was idle while the body of count 1 was kept from ending.
  static func whileFirstRuns(_ name: String) -> Trace.Moment {
    .settled(name, after: .began("count 1"))
  }
}

// The claims of lesson 9 about the subclass that article E calls serial.
extension Lesson09 {
  static let oneAfterAnother = Claim(
    "E01",
    "Operations of article E's serial class run one after another in a queue of width 1.",
    origin: .article(
      .e,
      passage: .init(
        "使用的时候NSOperationQueue的最大并发数(maxConcurrentOperationCount)要设置为1",
        """
        when it is used, the maxConcurrentOperationCount of the NSOperationQueue must be \
        set to 1
        """,
        at: 577)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.width),
      because: """
        The width alone does it. Each operation has its own lock, which keeps no other operation \
        out. With width 2 they overlap.
        """),
    in: "serial",
    given: [
      .added(counts, to: "counts", width: 1, dependencies: []),
      .state([.ready, .executing], at: whileFirstRuns("count 1")),
      .order(
        whileFirstRuns("count 1"), .event(.observed, of: "count 1", .mark(lockIsHeld)),
        .ended("count 1")),
      .each(counts) { [.happens(.ended($0))] },
    ],
    expect: [
      .peak(1, of: counts, from: .began, to: .ended),
      .state([.ready], at: whileFirstRuns("count 2")),
      .state([.ready], at: whileFirstRuns("count 3")),
    ])

  static let widthDoesIt = Claim(
    "E01b",
    "The lock in article E's serial class makes nothing serial. With width 2, two run at once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Each operation has its own lock, and no other operation uses it. Only the width of the \
        queue keeps the others out.
        """),
    in: "serial-wide",
    given: [
      .added(counts, to: "counts", width: 2, dependencies: []),
      .each(["count 1", "count 2"]) {
        [
          .flags(.executing, at: whileFirstRuns($0)),
          .happens(.event(.observed, of: $0, .mark(lockIsHeld))),
        ]
      },
    ],
    expect: [
      .differentThreads(.began("count 1"), .began("count 2")),
      .order(.began("count 1"), .ended("count 2")), .order(.began("count 2"), .ended("count 1")),
    ])
}
