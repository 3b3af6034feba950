import OperationBench
import OperationDoctor
import OperationDownloads

/// Lesson 12. Its page is `Lessons/12-cancel-in-queue/README.md`.
enum Lesson12 {
  static let lesson = Lesson(
    12, "cancel-in-queue", title: "Cancelled while it waits in a queue",
    question: """
      An operation waits in a queue and is cancelled. Does it leave the queue? What must its start() \
      do?
      """,
    programs: [
      cancelled,
      silent,
      cancelMarks,
    ],
    further: [
      finishInCancel,
      cancelAtWork,
      finishTooEarly,
      marksInTime,
      ownIsCancelled,
    ],
    claims: [
      queueStillStarts,
      mustReport,
      cancelRemoves,
      leavesSooner,
      noComplaint,
      patienceIsSafe,
      whatBeganEnds,
      endsOnce,
      mustOverrideCancelled,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "cancelled": .happens(
      "second is cancelled while it waits. Does the queue still call its start()?",
      .started("second")),
    "silent": .happens(
      """
      start() of second checks isCancelled, and returns. Does third ever start?
      """, .started("third")),
    "finish-in-cancel": .happens(
      "cancel() reports finished at once. Is start() of second called?", .started("second")),
    "cancel-marks": .first(
      "Which comes first?", ("the end of first", .ended("first")),
      ("second reports finished", .finished("second"))),
    "finish-too-early": .times(
      """
      cancel() reports finished just before the queue gets its thread. How often does the \
      completion block run?
      """, .completed("second")),
    "cancel-marks-in-time": .times(
      "How often does the completion block run now?", .completed("second")),
    "cancel-at-work": .first(
      "second is cancelled while it works. Which comes first?",
      ("third begins", .began("third")),
      ("the work of second ends", .ended("second"))),
    "own-is-cancelled": .happens(
      "second was cancelled, and its own isCancelled is false. Does its body run?", .began("second")
    ),
  ]
}

extension Lesson12 {
  static let queueStillStarts = Claim(
    "C28", in: "cancelled",
    given: cancelledBehindFirst + [.order(.cancelled("second"), .started("second"))],
    expect: [
      .place("downloads", at: idleAfterCancel), .state([.ready, .cancelled], at: idleAfterCancel),
      .order(idleAfterCancel, .started("second"), .finished("second")),
      .state([.ready, .cancelled], at: .started("second")),
      .differentThreads(.cancelled("second"), .started("second")),
      .sameThread(.started("second"), .finished("second")),
      .place(nil, at: .settled("second")),
    ])

  static let mustReport = Claim(
    "C29",
    Scenario(
      "silent", given: cancelledBehindFirst + skipsWork + [.never(.finished("second"))],
      expect: [
        .place("downloads", at: .settled("second")), .stuck("second", .cancelledNotFinished),
        .never(.started("third")), .stuck("third", .noFreeSlot, waitsFor: ["second"]),
      ]),
    Scenario(
      "cancelled", given: cancelledBehindFirst + skipsWork,
      expect: [
        .order(.announced("isFinished", by: "second"), .started("third")),
        .place(nil, at: .settled("second")),
      ]))
}

// The claim of lesson 12 about a cancel() that finishes a running operation.
extension Lesson12 {
  static let whatBeganEnds = Claim(
    "D02e", in: "cancel-at-work",
    given: finishedAtWork + [
      .order(idleAfterFinish, .ended("second")),
      // If the slot was free, the system had a thread for third.
      .any(
        .place("downloads", at: idleAfterFinish), .order(.started("third"), idleAfterFinish)),
    ],
    expect: [
      .place(nil, at: idleAfterFinish),
      .order(.finished("second"), .started("third"), .ended("second")),
      .times(1, .finished, of: "second"), .times(1, .completed, of: "second"),
      .prints(warning, false), .place(nil, at: .settled("second")),
    ])
}

// The claims of lesson 12 about a cancel() that reports finished.
extension Lesson12 {
  static let noComplaint = Claim(
    "D02a", in: "finish-in-cancel",
    given: cancelledBehindFirst + finishedByCancel + [
      .order(.finished("second"), .announced("isFinished", by: "second"), idleAfterCancel),
      .never(.started("second")),
    ],
    expect: [.prints(warning, false)])

  static let endsOnce = Claim(
    "D02b",
    Scenario(
      "finish-too-early",
      given: cancelledBeforeThread + finishedByCancel + [
        .place(nil, at: idleAfterCancel), .happens(.completed("second")),
        .ifEver(
          .started("second"), .differentThreads(.cancelled("second"), .started("second"))),
      ],
      expect: [.never(.started("second")), .times(1, .completed, of: "second")]),
    // If cancel() leaves the end to start(), it is called once, and so is the completion block.
    Scenario(
      "cancel-marks-in-time",
      given: cancelledBeforeThread + announcedByStart + finishedByStartOnce, expect: []))

  static let patienceIsSafe = Claim(
    "D02d",
    Scenario(
      "cancel-marks", given: cancelledBehindFirst + announcedByStart, expect: finishedByStartOnce),
    Scenario("cancel-at-work", given: finishedAtWork, expect: []))

  /// `start()` alone finished second, once, and it did no work.
  private static let finishedByStartOnce: [Trace.Condition] = [
    .place("downloads", at: idleAfterCancel), .state([.ready, .cancelled], at: idleAfterCancel),
    .order(.cancelled("second"), .started("second"), .finished("second"), .completed("second")),
    .differentThreads(.cancelled("second"), .started("second")),
    .sameThread(.started("second"), .finished("second")), .never(.began("second")),
    .times(1, .started, of: "second"), .times(1, .finished, of: "second"),
    .times(1, .completed, of: "second"), .prints(warning, false),
    .place(nil, at: .settled("second")),
  ]
}

// The claims of lesson 12 about leaving the queue, and about an overridden isCancelled.
extension Lesson12 {
  static let cancelRemoves = Claim(
    "C28b", in: "cancelled",
    given: cancelledBehindFirst + [
      .order(idleAfterCancel, .finished("second")), .flags(not: .finished, at: idleAfterCancel),
      .place(nil, at: .settled("second")),
    ],
    expect: [.place(nil, at: idleAfterCancel)])

  static let leavesSooner = Claim(
    "C28c", in: "cancelled",
    given: cancelledBehindFirst + [.order(.cancelled("second"), .started("second"))],
    expect: [
      .never(.began("second")), .order(.started("second"), .finished("second")),
      .place(nil, at: .settled("second")),
    ])

  static let mustOverrideCancelled = Claim(
    "A13b",
    // Refuted by a subclass that does not override it. Its start() sees the cancellation and skips
    // the work. The other program shows what an override can break.
    Scenario(
      "cancelled", given: cancelledBehindFirst,
      expect: [
        .any(
          .flags(not: .cancelled, at: .started("second")), .happens(.began("second")))
      ]),
    Scenario(
      "own-is-cancelled",
      given: [
        .added(["first", "second", "third"], to: "downloads", width: 1, dependencies: []),
        .order(
          .added("second"), inheritedCancelled, .started("second"),
          .observed("second").after(.started("second")), .began("second")),
        .flags(not: .cancelled, at: inheritedCancelled),
        .flags(not: .cancelled, at: .started("second")),
        .sameThread(
          .started("second"), .observed("second").after(.started("second")), .began("second")),
      ],
      expect: []))
}

// The premises: second is cancelled behind first, just before its start(), or while it works.
extension Lesson12 {
  /// Foundation prints it when an operation finishes that its queue has not started.
  static let warning = "without being started by the queue"

  /// The process was idle after second had been cancelled.
  static let idleAfterCancel: Trace.Moment = .settled("second", after: .cancelled("second"))

  /// The process was idle after second had reported finished.
  static let idleAfterFinish: Trace.Moment = .settled("second", after: .finished("second"))

  /// The override of `cancel()` saw that the inherited `isCancelled` is true.
  static let inheritedCancelled: Trace.Moment =
    .event(.observed, of: "second", .mark(inheritedIsCancelled(true)))

  /// second was cancelled while first held the only slot of their queue.
  static let cancelledBehindFirst: [Trace.Condition] = [
    .added(["first", "second", "third"], to: "downloads", width: 1, dependencies: []),
    .state([.ready], at: .settled("second").before(.cancelled("second"))),
    .place("downloads", at: .settled("second").before(.cancelled("second"))),
    .state([.ready, .cancelled], at: .cancelled("second")),
    .order(.began("first"), .cancelled("second"), idleAfterCancel, .ended("first")),
  ]

  /// second was cancelled when its queue had chosen it and waited for a thread. The thread came only
  /// after the process was idle.
  static let cancelledBeforeThread: [Trace.Condition] = [
    .added("second", to: "downloads", width: 1, dependencies: []),
    .order(.added("second"), .cancelled("second")),
    .state([.ready, .cancelled], at: .cancelled("second")),
    .ifEver(.started("second"), .order(idleAfterCancel, .started("second"))),
  ]

  /// `cancel()` reported that second is finished.
  static let finishedByCancel: [Trace.Condition] = [
    .order(.cancelled("second"), .finished("second"), idleAfterCancel),
    .sameThread(.cancelled("second"), .finished("second")),
    .state([.ready, .finished, .cancelled], at: idleAfterCancel),
  ]

  /// Another thread cancelled second while it worked, and `cancel()` finished it.
  static let finishedAtWork: [Trace.Condition] = [
    .added(["second", "third"], to: "downloads", width: 1, dependencies: []),
    .flags(.cancelled, not: .finished, at: .cancelled("second")),
    .differentThreads(.began("second"), .cancelled("second")),
    .sameThread(.cancelled("second"), .finished("second")),
    .order(
      .began("second"), .cancelled("second"), .finished("second"),
      .announced("isFinished", by: "second"), .ended("second")),
  ]

  /// `start()` of second found it cancelled, skipped the work, and returned.
  static let skipsWork: [Trace.Condition] = [
    .state([.ready, .cancelled], at: .started("second")),
    .sameThread(.started("second"), .returned("second")), .never(.began("second")),
  ]

  /// `start()` of second posted the notification that it is finished.
  static let announcedByStart: [Trace.Condition] = [
    .sameThread(.started("second"), .announced("isFinished", by: "second"))
  ]
}
