import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson16 {
  static let queueKeepsIt = Claim(
    "E06a", "An operation in a queue that never reports finished is never deallocated.",
    origin: .article(
      .e,
      passage: .init(
        "如果执行完操作不是finish状态的话.NSOperation实例就不会销毁",
        "if it is not in the state finish after the work, the NSOperation is not destroyed",
        at: 975)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "The queue holds it until it is finished, and it holds the queue as well."),
    Scenario(
      "never-finishes",
      given: [
        leftToQueue,
        .order(.added("transfer"), .started("transfer")),
        .never(.finished("transfer")),
        .never(.announced("isFinished", by: "transfer")),
      ],
      expect: [
        .all(
          "transfer is still there, not finished and in its queue",
          .never(.released("transfer")),
          .flags(not: .finished, at: .settled("transfer")),
          .place("transfers", at: .settled("transfer")))
      ]),
    // The twin shows that only the queue holds it.
    Scenario("finishes", given: releasedTwin, expect: []))

  static let nobodyElseDoes = Claim(
    "E06b", "... nor is one that is in no queue.",
    origin: .article(
      .e,
      passage: .init(
        "完成(不返回YES就不会dealloc)",
        "finished (if this does not return YES, there is no dealloc)",
        at: 617)),
    expected: .everywhere(
      .refuted,
      because: """
        It is the queue that holds on to it, not the operation's state. Started by hand and let \
        go, it is deallocated like any object, finished or not.
        """),
    in: "in-no-queue",
    given: [
      .onMain(.started("transfer")),
      Trace.Condition("transfer was in no queue and never reported finished") { run in
        let events = run.trace.events.filter { $0.subject == "transfer" }
        return .init(
          !events.contains {
            $0.kind == .enqueued || $0.kind == .finished || $0.key == "isFinished"
          }, "", [])
      },
    ],
    expect: [.never(.released("transfer"))])

  static let finishedIsLetGo = Claim(
    "E06c", "... while one that reports finished is deallocated when nobody else holds it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "At the report the queue removes it and lets go of it."),
    Scenario(
      "finishes",
      given: [leftToQueue, .flags(.finished, at: .finished("transfer"))],
      expect: [
        .notYet(.released("transfer"), at: .announced("isFinished", by: "transfer")),
        .happens(.released("transfer")),
      ]),
    Scenario(
      "captures-weakly",
      given: [leftToQueue] + blockRuns("transfer"),
      expect: [
        .notYet(.released("transfer"), at: .completed("transfer")),
        .happens(.released("transfer")),
      ]))

  static let dependentKeepsIt = Claim(
    "E06d", "... unless it is a dependency of an operation that is still held.", origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.dependencies),
      because: """
        An operation keeps the list of its dependencies after they, and it, have finished. In a \
        long chain each keeps all before it; break it with removeDependency(_:) after the end.
        """),
    in: "kept-by-dependent",
    given: [
      .added("first", to: "transfers", isSuspended: true),
      .added("second", to: "transfers", isSuspended: true, dependencies: ["first"]),
      .flags(.finished, at: .firstSettled("first")),
      .place(nil, at: .firstSettled("first")),
      .flags(.finished, at: .firstSettled("second")),
      .place(nil, at: .firstSettled("second")),
      .order(
        .firstSettled("second"), .marked(Marks.holdsSecond, by: "owner"),
        .released("second")),
    ],
    expect: [.order(.released("second"), .released("first"))])

  static let blockKeepsIt = Claim(
    "E06e", "... or its own completion block captures it.", origin: .kit,
    expected: Expectation(
      linux: .confirmed, darwin: .refuted, basis: .documented(page: ApplePage.completionBlock),
      because: """
        The operation holds the block, and the block the operation. On macOS the property is set \
        to nil once the block has run; on Linux it is not, and neither is ever let go.
        """),
    Scenario(
      "captures-itself",
      given: [leftToQueue] + blockRuns("transfer") + [
        inBlock(of: "transfer", .observed("transfer")),
        .flags(.finished, at: .observed("transfer")),
      ],
      expect: [
        .all(
          "transfer is still there, finished and in no queue",
          .never(.released("transfer")),
          .place(nil, at: .settled("transfer")))
      ]),
    // The twin shows that nothing else holds it.
    Scenario("captures-weakly", given: releasedTwin, expect: []))
}

// A17: when the completion block runs, and how often.
extension Lesson16 {
  static let onceFinished = Claim(
    "A17a", "The completion block runs once the operation is finished, cancelled or not.",
    origin: .article(
      .a,
      passage: .init(
        "当finished属性设置为YES时才会执行该回调",
        "the callback is run only when finished is set to YES",
        at: 149)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.completionBlock),
      because: "It is sent off by the report of the end, whatever brought it about."),
    in: "completion",
    given: blockRuns("done") + blockRuns("cancelled") + [
      .order(.ended("done"), .completed("done")),
      .order(.cancelled("cancelled"), .completed("cancelled")),
      inBlock(of: "done", .observed("done")),
      inBlock(of: "cancelled", .observed("cancelled")),
      .flags(not: .cancelled, at: .observed("done")),
      .flags(.cancelled, at: .observed("cancelled")),
    ],
    expect: [
      .flags(.finished, at: .observed("done")),
      .flags(.finished, at: .observed("cancelled")),
      .never(.began("cancelled")),
      .times(1, .completed, of: "done"),
      .times(1, .completed, of: "cancelled"),
    ])

  static let neverBefore = Claim(
    "A17b", "... and only then: never if it does not finish.",
    origin: .article(
      .a,
      passage: .init(
        "当finished属性设置为YES时才会执行该回调",
        "the callback is run only when finished is set to YES",
        at: 149)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.completionBlock),
      because: "Without the report there is nothing to send it off."),
    Scenario(
      "never-finishes",
      given: [
        .order(.marked(Marks.blockSet, by: "transfer"), .started("transfer")),
        .never(.marked(Marks.blockGone, by: "transfer")),
        .never(.announced("isFinished", by: "transfer")),
        .flags(not: .finished, at: .settled("transfer")),
      ],
      expect: [.never(.completed("transfer"))]),
    // The same block of an operation that does report.
    Scenario(
      "finishes",
      given: blockRuns("transfer"),
      expect: [.order(.finished("transfer"), .completed("transfer"))]))

  static let twiceFromMain = Claim(
    "A17c", "... but a subclass that reports finished in main() makes it run twice.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .reported(
        "pluralsight/PSOperations, issue 4, and ProcedureKit/ProcedureKit, issue 123"),
      because: """
        The inherited start() reports the end as well, after main(), and each report sends off \
        the block. Reports from iOS say the same. The remedy: main() does the work and reports \
        nothing.
        """),
    in: "finishes-in-main",
    given: blockRuns("transfer") + [
      .order(.began("transfer"), .finished("transfer"), .completed("transfer")),
      .sameThread(.began("transfer"), .announced("isFinished", by: "transfer")),
      // Only the inherited start() has set executing.
      .flags([.executing, .finished], at: .finished("transfer")),
      .times(1, .finished, of: "transfer"),
      .happens(.settled("transfer")),
    ],
    expect: [.times(2, .completed, of: "transfer")])
}

// A17: what comes first, the completion block or whatever else waits for the end.
extension Lesson16 {
  static let afterDependents = Claim(
    "A17d", "... but it need not have run when a dependent of the operation starts.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .reported("Stack Overflow, question 11413156, from iOS 8 and 9"),
      because: """
        Dependents wait for the end of the operation, not for its block. Here the block even \
        waits for the dependent, and both get what they want.
        """),
    in: "dependent-first",
    given: [
      .added("second", dependencies: ["first"]),
      .order(.ended("first"), .began("second")),
    ] + blockSaves(afterWaitingFor: "second"),
    expect: [.order(.began("second"), .marked(Marks.saved, by: "save"))])

  static let afterWaiters = Claim(
    "A17e", "... nor when waitUntilFinished() returns.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "Whoever waits is woken by the end; the block runs on a thread of its own."),
    in: "wait-returns-first",
    given: [
      .added("first"),
      .order(.waits("program", for: .operation("first")), .started("next")),
      .sameThread(.waits("program", for: .operation("first")), .started("next")),
      .order(.ended("first"), .started("next")),
    ] + blockSaves(afterWaitingFor: "next"),
    expect: [.order(.began("next"), .marked(Marks.saved, by: "save"))])

  static let byChance = Claim(
    "A17f", "Left to chance, the completion block runs before the dependent begins.", origin: .kit,
    expected: .everywhere(
      .refuted,
      basis: .reported("Stack Overflow, question 11413156, from iOS 8 and 9"),
      because: """
        Both are sent off at the same moment, to two threads. What works in one queue, or in a \
        hundred runs, is no rule: in the next queue it is the other way round.
        """),
    in: "left-to-chance",
    given: [.noThreadWaits, blockMayComeFirst]
      + rounds.flatMap { round in
        [.added("second \(round)", dependencies: ["first \(round)"])]
          + blockRuns("first \(round)")
          + [inBlock(of: "first \(round)", .marked(Marks.saved, by: "save \(round)"))]
      },
    expect: rounds.map(blockComesFirst))

  static let between = Claim(
    "A17g", "An operation between the two runs after the first and before the second.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Its place is made sure of by dependencies, and those are kept in every run."),
    in: "operation-between",
    given: [
      .added("first", slots: 2),
      .added("save", slots: 2, dependencies: ["first"]),
      .added("second", slots: 2, dependencies: ["save"]),
    ],
    expect: [.order(.ended("first"), .began("save"), .ended("save"), .began("second"))])
}

// What several claims presuppose: a completion block that runs, and one holder less.
extension Lesson16 {
  /// The operation was given a completion block, which ran from beginning to end on one thread.
  static func blockRuns(_ name: String) -> [Trace.Condition] {
    [
      .order(.marked(Marks.blockSet, by: name), .completed(name), blockReturns(name)),
      .sameThread(.completed(name), blockReturns(name)),
    ]
  }

  /// It happens in the completion block of the operation.
  static func inBlock(of name: String, _ moment: Trace.Moment) -> Trace.Condition {
    .all(
      "\(name)'s completion block does it", .order(.completed(name), moment, blockReturns(name)),
      .sameThread(.completed(name), moment))
  }

  /// The completion block of first waits for that operation, and then saves.
  static func blockSaves(afterWaitingFor name: String) -> [Trace.Condition] {
    blockRuns("first") + [
      inBlock(of: "first", .waits("first", for: .operation(name))),
      inBlock(of: "first", .marked(Marks.saved, by: "save")),
      .order(.waits("first", for: .operation(name)), .marked(Marks.saved, by: "save")),
    ]
  }

  private static func blockReturns(_ name: String) -> Trace.Moment {
    .marked(Marks.blockOver, by: name).after(.completed(name))
  }

  static let rounds = Array(1...8)

  /// In that round the completion block saves before the dependent begins.
  static func blockComesFirst(in round: Int) -> Trace.Condition {
    .order(.marked(Marks.saved, by: "save \(round)"), .began("second \(round)"))
  }

  /// In some rounds it does.
  static let blockMayComeFirst = Trace.Condition("in some rounds the block saves first") { run in
    let isFirst = try rounds.map { round in
      try run.first(Marks.saved, of: "save \(round)").seq
        < run.first(.began, of: "second \(round)").seq
    }
    return .init(isFirst.contains(true), "", [])
  }

  /// The operation was added to a queue that had not begun to run it, and the bench does not keep
  /// it alive.
  static let leftToQueue = Trace.Condition.all(
    "transfer was added to 'transfers', and only the queue holds it",
    .added("transfer", to: "transfers", isSuspended: true),
    Trace.Condition("the bench does not hold transfer") { run in
      .init(!run.all(.noted, of: "transfer").contains { $0.fact == .heldByBench }, "", [])
    })

  /// Added and released by the same lines, another transfer is deallocated.
  static let releasedTwin: [Trace.Condition] = [
    .added("transfer", to: "transfers", isSuspended: true), .happens(.released("transfer")),
  ]
}
