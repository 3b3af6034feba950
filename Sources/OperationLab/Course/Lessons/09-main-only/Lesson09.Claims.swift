import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson09 {
  static let neverFinishesInQueue = Claim(
    "A12a",
    """
    A subclass that overrides only main() never reports finished when put in a queue: it stays \
    there and its completion block does not run.
    """,
    origin: .article(
      .a,
      passage: .init(
        "任务加入到队列后不会被队列删除,一直会保存,而且任务执行完成后的回调块也不会执行",
        """
        once in a queue the task is not removed by it and stays there for ever, and the \
        completion block is not run, either
        """,
        at: 503)),
    expected: .everywhere(
      .refuted, basis: .documented(page: ApplePage.operation),
      because: """
        The article is wrong. A queue calls start(), and the inherited start() calls main() and \
        reports the end itself. The article's own program called main() directly: see A12b.
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
    After a direct call of main(), as in the article's program, isFinished stays false for ever, \
    and the completion block does not run.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        main() is only the work; start() keeps the books. The article took the false isFinished \
        for a missing override. What was missing was the call of start().
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
    Call start() in place of main(), and the same operation finishes; what depends on it starts \
    then, and not before.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() calls main() and announces the end, on the thread that called it. No queue is \
        needed for that, and the queue of whoever depends on it hears of it.
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
        The inherited start() sets executing, calls main(), sets finished, and announces all of \
        it, whoever calls it.
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
