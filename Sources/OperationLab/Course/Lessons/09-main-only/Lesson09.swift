import OperationBench
import OperationDoctor
import OperationDownloads

/// Lesson 9. Its page is `Lessons/09-main-only/README.md`.
enum Lesson09 {
  static let lesson = Lesson(
    9, "main-only", title: "Overriding main(), and nothing else",
    question: """
      A subclass overrides only main(). What reports that it is finished? And what happens to code \
      in main() when the operation is cancelled?
      """,
    programs: [
      threeWays,
      mainByHand,
      startByHand,
      ignoresCancel,
      looksAtCancel,
    ],
    further: [
      mainCancelled,
      serial,
      serialWide,
    ],
    claims: [
      neverFinishesInQueue,
      mainAloneFinishesNothing,
      startFinishes,
      mainIsEnough,
      cancelIsAFlag,
      lookingStops,
      callingMainIsEnough,
      oneAfterAnother,
      widthDoesIt,
      mainIsSerial,
    ],
    predictions: predictions)

  private static let anyStep: Event.Mark = "step {}"

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "three-ways": .count(
      """
      main() of one is called, start() of another, and the third is added to a queue. How many \
      completion blocks run?
      """, .completed),
    "main-by-hand": .happens(
      """
      show depends on print, and the program calls main() of print. Does show ever start?
      """, .started("show")),
    "start-by-hand": .thread(
      "The main thread calls start() of print. Which thread runs its body?", .began("print")),
    "ignores-cancel": .times(
      """
      loop has three steps and is cancelled after the first. It never checks. How many steps \
      run?
      """, .marked(anyStep, by: "loop")),
    "looks-at-cancel": .times(
      "It checks before every step. How many run?", .marked(anyStep, by: "loop")),
    "serial": .atOnce(
      "How many of the three run at one moment, at most?", from: .began, to: .ended, of: counts),
    "serial-wide": .atOnce(
      "The width is 2 now. How many of the three run at one moment, at most?", from: .began,
      to: .ended, of: counts),
    "main-cancelled": .happens(
      "called was cancelled, then the program calls its main(). Does the body run?",
      .began("called")),
  ]
}

extension Lesson09 {
  static let neverFinishesInQueue = Claim(
    "A12a", in: "three-ways",
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
    "A12c", in: "start-by-hand",
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
    "C23", in: "three-ways",
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
    "A12d", in: "main-cancelled",
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
    "A13", in: "ignores-cancel",
    given: cancelledAfterStepOne,
    expect: [
      .all(
        "loop continued with isCancelled true",
        .happens(.marked(step(2), by: "loop"), .marked(step(3), by: "loop")),
        .flags(.cancelled, at: .marked(step(2), by: "loop")),
        .flags(.cancelled, at: .marked(step(3), by: "loop")))
    ])

  static let lookingStops = Claim(
    "C24", in: "looks-at-cancel",
    given: cancelledAfterStepOne,
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
    "E01", in: "serial",
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
    "E01b", in: "serial-wide",
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

  static let mainIsSerial = Claim(
    "E01c", in: "serial-wide",
    given: [
      .added(counts, to: "counts", width: 2, dependencies: []), .never(.announced, of: counts),
      .flags(.executing, at: whileFirstRuns("count 1")),
      .happens(.began("count 1"), .began("count 2"), .ended("count 1"), .ended("count 2")),
    ],
    expect: [
      .any(
        .order(.ended("count 1"), .began("count 2")), .order(.ended("count 2"), .began("count 1")))
    ])
}
