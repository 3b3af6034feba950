import OperationLab
import OperationTesting

// What becomes of those who wait for a cancelled operation.
extension Lesson02 {
  static let cancelFinishes = Claim(
    "C09",
    "Cancelling an operation that is in no queue marks it finished at once.",
    origin: .article(
      .c,
      passage: .init(
        """
        如果取消不在opeation queue中的operation,則此方法\
        會(huì)立即將operation標(biāo)記為完成狀態(tài)
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
        opposite, and so does this run: only start() finishes it.
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
    "Whoever waits for a cancelled operation that is in no queue goes on once it is started.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        start() does not run the body of a cancelled operation, but it does finish it, and \
        that is what waitUntilFinished() waits for.
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
