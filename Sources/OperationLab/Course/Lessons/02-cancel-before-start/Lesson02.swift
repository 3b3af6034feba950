import OperationBench
import OperationDoctor

/// Lesson 2. Its page is `Lessons/02-cancel-before-start/README.md`.
enum Lesson02 {
  static let lesson = Lesson(
    2, "cancel-before-start", title: "Cancelled before it starts",
    question: "An operation that is in no queue is cancelled before it starts. Is it finished now?",
    programs: [
      cancelThenStart,
      leftAlone,
      cancelAfterEnd,
      waitForCancelled,
      startThenWait,
    ],
    claims: [
      cancelOnlyMarks,
      startFinishes,
      allCancelAlike,
      cancelFinishes,
      startEndsTheWait,
      tooLate,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .flag(
      "block was cancelled and not started. Is it finished now?", .finished,
      at: .event(.observed, of: "block", .mark(afterCancel))),
    "left-alone": .happens("Does the body of block run?", .began("block")),
    "too-late": .flag(
      "block has finished, and cancel() is called on it. Is it cancelled now?", .cancelled,
      at: .event(.observed, of: "block", .mark(afterCancel))),
    "wait-for-cancelled": .ending(
      """
      block is cancelled and never started, and the main thread calls waitUntilFinished(). How \
      does this program end?
      """),
    "start-then-wait": .happens(
      "start() is called after cancel(). Does the body of block run?", .began("block")),
  ]
}

// The premises.
extension Lesson02 {
  private static let both = ["block", "invocation"]

  static func afterCancel(_ name: String) -> Trace.Moment {
    .observed(name).after(.cancelled(name))
  }

  private static func afterStart(_ name: String) -> Trace.Moment {
    .observed(name).after(.returned(name))
  }

  /// If they are not cancelled, both do their work.
  private static let bothRunUncancelled: [Trace.Condition] = [
    .neverCancelled(both), .happens(.began("block")),
    .flags(.executing, at: .began("invocation")),
    .order(
      .began("invocation"), .marked(Photo.fetchRuns, by: "photo"), .ended("invocation")),
  ]

  /// Both are in no queue, are cancelled and then started. Their state is read after each call.
  private static let bothStartCancelled: [Trace.Condition] = [
    .each(both) {
      [
        .never(.added($0)), .order(.cancelled($0), .started($0), .returned($0), afterStart($0)),
        .flags(.cancelled, not: .finished, at: .started($0)),
      ]
    }
  ]
}

extension Lesson02 {
  static let cancelOnlyMarks = Claim(
    "C06", in: "article",
    given: [
      .each(both) {
        [.never(.added($0)), .order(.cancelled($0), afterCancel($0), .started($0))]
      }
    ],
    expect: [
      .flags(.cancelled, not: .finished, at: afterCancel("block")),
      .flags(.cancelled, not: .finished, at: afterCancel("invocation")),
    ])

  static let startFinishes = Claim(
    "C07",
    Scenario("left-alone", given: bothRunUncancelled, expect: []),
    Scenario(
      "article", given: bothStartCancelled,
      expect: [
        .never(.began, of: both), .flags(.finished, at: afterStart("block")),
        .flags(.finished, at: afterStart("invocation")),
      ]))

  static let allCancelAlike = Claim(
    "C08",
    Scenario("left-alone", given: bothRunUncancelled, expect: []),
    Scenario(
      "article",
      given: bothStartCancelled + [
        .times(1, .cancelled, of: "block"), .times(1, .cancelled, of: "invocation"),
      ],
      expect: [
        .all(
          "both were only marked by cancel(), and finished in start() without their bodies",
          .each(both) {
            [
              .state([.ready, .cancelled], at: afterCancel($0)), .never(.began($0)),
              .state([.ready, .finished, .cancelled], at: afterStart($0)),
              .state([.ready, .finished, .cancelled], at: .settled($0)),
            ]
          })
      ]))

  static let tooLate = Claim(
    "C10", in: "too-late",
    given: [
      .order(
        .ended("block"), .observed("block"), .cancelled("block"), afterCancel("block"),
        .settled("block")),
      .state([.ready, .finished], at: .observed("block")),
    ],
    expect: [
      .state([.ready, .finished], at: afterCancel("block")),
      .state([.ready, .finished], at: .settled("block")), .times(1, .began, of: "block"),
    ])
}

// Waiting for a cancelled operation.
extension Lesson02 {
  static let cancelFinishes = Claim(
    "C09",
    Scenario(
      "article",
      given: [
        .never(.added("block")),
        .order(.cancelled("block"), afterCancel("block"), .started("block")),
        .flags(.cancelled, at: afterCancel("block")),
      ],
      expect: [.flags(.finished, at: afterCancel("block"))]),
    Scenario(
      "wait-for-cancelled",
      given: [
        .never(.added("block")), .never(.started("block")),
        .order(.cancelled("block"), .waits("program", for: .operation("block"))),
        .any(
          .happens(.observed("block")),
          .all(
            "the program hangs as it waits for block",
            .stuck("program", .blocked, waitsFor: ["block"]),
            .stuck("block", .cancelledNotFinished))),
      ],
      expect: []))

  static let startEndsTheWait = Claim(
    "C09b", in: "start-then-wait",
    given: [
      .never(.added("block")),
      .order(
        .cancelled("block"), .started("block"), .waits("program", for: .operation("block"))),
      .sameThread(.started("block"), .waits("program", for: .operation("block"))),
      .flags(.cancelled, at: .started("block")),
    ],
    expect: [
      .never(.began("block")),
      .order(.waits("program", for: .operation("block")), .observed("block")),
      .state([.ready, .finished, .cancelled], at: .observed("block")),
    ])
}
