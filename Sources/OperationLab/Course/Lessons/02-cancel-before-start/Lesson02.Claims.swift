import OperationLab
import OperationTesting

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
    "C06",
    "After cancel() and before start(), isCancelled is true and isFinished still false.",
    origin: .article(
      .c,
      passage: .init(
        "isCancelled(默認是NO)會立即變成YES,而此時isFinished依然是NO",
        "isCancelled (NO by default) becomes YES at once, while isFinished is still NO",
        at: 257)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "cancel() sets a flag and makes the operation ready. It finishes nothing."),
    in: "article",
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
    "C07", "start() on a cancelled operation never runs the body and sets isFinished.",
    origin: .article(
      .c,
      passage: .init(
        "當operation調用start后,并沒有調用test方法,并且把isFinished設置成了YES",
        "when start was called, the method test was not called, and isFinished was set to YES",
        at: 260)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        start() checks isCancelled first. A cancelled operation finishes without its body, so \
        that waiting threads and operations can continue.
        """),
    Scenario("left-alone", given: bothRunUncancelled, expect: []),
    Scenario(
      "article", given: bothStartCancelled,
      expect: [
        .never(.began, of: both), .flags(.finished, at: afterStart("block")),
        .flags(.finished, at: afterStart("invocation")),
      ]))

  static let allCancelAlike = Claim(
    "C08", "A block operation and the kit's InvocationOperation react alike to cancel().",
    origin: .article(
      .c,
      passage: .init(
        "NSBlockOperation的cancel和NSInvocationOperation是一樣的",
        "cancel of NSBlockOperation is the same as that of NSInvocationOperation",
        at: 329,
        but: """
          The article speaks of NSInvocationOperation, which Swift does not have. This run shows \
          the kit's InvocationOperation instead.
          """)),
    expected: .everywhere(
      .confirmed, because: "Neither overrides cancel() or start(): both behave as Operation does."),
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
    "C10", "Cancelling an operation that has already finished has no effect.",
    origin: .article(
      .c,
      passage: .init(
        "如果operation已經完成執行了,這個方法不起作用",
        "if the operation has already finished, this method has no effect",
        at: 185)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancel),
      because: "If isFinished is true, cancel() returns and changes nothing."),
    in: "too-late",
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
    "Cancelling an operation that is in no queue marks it finished at once.",
    origin: .article(
      .c,
      passage: .init(
        """
        如果取消不在opeation queue中的operation,則此方法\
        會立即將operation標記為完成狀態
        """,
        """
        if an operation that is in no queue is cancelled, this method marks it finished at \
        once
        """,
        at: 192,
        alsoOn: ApplePage.cancel)),
    expected: .everywhere(
      .refuted, basis: .reported("the log that article C prints"),
      because: """
        The article translates a sentence of Apple's page. The article's own log (C06) shows the \
        opposite, and this run agrees with the log: only start() finishes it.
        """),
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
    "C09b",
    """
    A thread that waits for a cancelled operation outside a queue continues after start() was \
    called.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() skips the body of a cancelled operation, and finishes it. waitUntilFinished() \
        waits for that.
        """),
    in: "start-then-wait",
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
