import OperationBench
import OperationDoctor
import OperationDownloads

/// Lesson 16. Its page is `Lessons/16-lifetime/README.md`.
enum Lesson16 {
  static let lesson = Lesson(
    16, "lifetime", title: "What keeps an operation alive",
    question: """
      You release an operation. Is it deallocated? And if it has a completion block, does the block \
      change that?
      """,
    programs: [
      neverFinishes,
      finishes,
      inNoQueue,
      capturesItself,
      capturesWeakly,
    ],
    further: [
      keptByDependent,
      completion,
      finishesInMain,
      dependentFirst,
      operationBetween,
    ],
    claims: [
      queueKeepsIt,
      onlyQueueKeepsIt,
      finishedIsReleased,
      blockKeepsIt,
      neverBefore,
      dependentKeepsIt,
      onceFinished,
      twiceFromMain,
      afterDependents,
      between,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "never-finishes": .happens(
      """
      Only the queue holds the operation, and the operation never reports finished. Is it \
      deallocated?
      """, .released("transfer")),
    "finishes": .happens(
      "Now the operation reports finished. Is it deallocated?", .released("transfer")),
    "in-no-queue": .happens(
      "It never reports finished, and it is in no queue. Is it deallocated?", .released("transfer")),
    "captures-itself": .happens(
      "The completion block uses its own operation. Is the operation deallocated?",
      .released("transfer")),
    "captures-weakly": .happens(
      "The completion block captures it weakly. Is the operation deallocated?",
      .released("transfer")),
    "kept-by-dependent": .first(
      "Both have finished, and the program holds second. Which comes first?",
      ("first is deallocated", .released("first")),
      ("second is deallocated", .released("second"))),
    "completion": .happens(
      "cancelled never runs its body. Does its completion block run?", .completed("cancelled")),
    "finishes-in-main": .times(
      """
      main() reports finished, and then the inherited start() does. How often does the \
      completion block run?
      """, .completed("transfer")),
    "dependent-first": .first(
      "second depends on first. Which comes first?",
      ("second finishes", .ended("second")),
      ("the completion block of first returns", .marked(Marks.blockReturns, by: "first"))),
    "operation-between": .first("Which begins first?", .began, of: ["save", "second"]),
  ]
}

extension Lesson16 {
  static let queueKeepsIt = Claim(
    "E06a",
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
    // The other program shows that only the queue holds it.
    Scenario("finishes", given: releasedTwin, expect: []))

  static let onlyQueueKeepsIt = Claim(
    "E06b", in: "in-no-queue",
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

  static let finishedIsReleased = Claim(
    "E06c",
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
    "E06d", in: "kept-by-dependent",
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
    "E06e",
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
    // The other program shows that nothing else holds it.
    Scenario("captures-weakly", given: releasedTwin, expect: []))
}

// A17: when the completion block runs, and how often.
extension Lesson16 {
  static let onceFinished = Claim(
    "A17a", in: "completion",
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
    "A17b",
    Scenario(
      "never-finishes",
      given: [
        .order(.marked(Marks.blockSet, by: "transfer"), .started("transfer")),
        .never(.marked(Marks.blockGone, by: "transfer")),
        .never(.announced("isFinished", by: "transfer")),
        .flags(not: .finished, at: .settled("transfer")),
      ],
      expect: [.never(.completed("transfer"))]),
    // The operation reports, and the block runs.
    Scenario(
      "finishes",
      given: blockRuns("transfer"),
      expect: [.order(.finished("transfer"), .completed("transfer"))]))

  static let twiceFromMain = Claim(
    "A17c", in: "finishes-in-main",
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

// A17: which comes first, the completion block or the next operation.
extension Lesson16 {
  static let afterDependents = Claim(
    "A17d", in: "dependent-first",
    given: [
      .added("second", dependencies: ["first"]),
      .order(.ended("first"), .began("second")),
    ] + blockSaves(afterWaitingFor: "second"),
    expect: [.order(.began("second"), .marked(Marks.saved, by: "save"))])

  static let between = Claim(
    "A17g", in: "operation-between",
    given: [
      .added("first", slots: 2),
      .added("save", slots: 2, dependencies: ["first"]),
      .added("second", slots: 2, dependencies: ["save"]),
    ],
    expect: [.order(.ended("first"), .began("save"), .ended("save"), .began("second"))])
}

// Premises that several claims share.
extension Lesson16 {
  /// The operation has a completion block, which ran on one thread.
  static func blockRuns(_ name: String) -> [Trace.Condition] {
    [
      .order(.marked(Marks.blockSet, by: name), .completed(name), blockReturns(name)),
      .sameThread(.completed(name), blockReturns(name)),
    ]
  }

  /// The moment lies in the completion block of the operation.
  static func inBlock(of name: String, _ moment: Trace.Moment) -> Trace.Condition {
    .all(
      "\(name)'s completion block does it", .order(.completed(name), moment, blockReturns(name)),
      .sameThread(.completed(name), moment))
  }

  /// The completion block of first waits for that operation and then saves.
  static func blockSaves(afterWaitingFor name: String) -> [Trace.Condition] {
    blockRuns("first") + [
      inBlock(of: "first", .waits("first", for: .operation(name))),
      inBlock(of: "first", .marked(Marks.saved, by: "save")),
      .order(.waits("first", for: .operation(name)), .marked(Marks.saved, by: "save")),
    ]
  }

  private static func blockReturns(_ name: String) -> Trace.Moment {
    .marked(Marks.blockReturns, by: name).after(.completed(name))
  }

  /// The operation was added to a suspended queue, and the bench does not hold it.
  static let leftToQueue = Trace.Condition.all(
    "transfer was added to 'transfers', and only the queue holds it",
    .added("transfer", to: "transfers", isSuspended: true),
    Trace.Condition("the bench does not hold transfer") { run in
      .init(!run.all(.noted, of: "transfer").contains { $0.fact == .heldByBench }, "", [])
    })

  /// In this program the operation is added and released in the same way, and it is deallocated.
  static let releasedTwin: [Trace.Condition] = [
    .added("transfer", to: "transfers", isSuspended: true), .happens(.released("transfer")),
  ]
}
