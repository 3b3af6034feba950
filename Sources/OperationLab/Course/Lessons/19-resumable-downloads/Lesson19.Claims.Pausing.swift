import OperationTesting

/// What lesson 19 has to say of tasks that are suspended.
extension Lesson19 {
  static let suspendContinues = Claim(
    "B04", "A session's task keeps its state: suspended and resumed, it goes on with its transfer.",
    origin: .article(
      .b,
      passage: .init(
        "而task的开启(resume)、暂停(suspend)、重启(resume)是由自身来控制,且task保留她的这些状态",
        """
        and a task is started (resume), paused (suspend) and started again (resume) by \
        itself, and keeps these states
        """,
        at: 573,
        but: """
          The article says this of tasks. Its own program does not pause so: it ends the \
          operation and makes a new one (B06).
          """)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux suspend() drops the connection, and resume() sends the same request once more: \
        the body begins again, and its bytes come after those that were there. Apple's page says \
        that resume() resumes the transfer, and not from where.
        """),
    in: "suspend",
    given: [
      .order(
        firstRequest, .marked(Film.hasPart, by: "file"),
        .marked(pauses(task: "suspended"), by: "film"),
        .marked(continues(task: "suspended"), by: "film")),
      .any(
        .marks([Film.hasPart, Film.isWhole], by: "file"),
        .all(
          "the bytes of both answers were kept", .times(2, .noted, of: "server"),
          .marks([Film.hasPart, Film.beginsAgain], by: "file"))),
    ],
    expect: [.marks([Film.hasPart, Film.isWhole], by: "file")])

  static let suspendedHoldsSlot = Claim(
    "B05", "A paused task inside an executing operation holds its slot in the queue.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The queue knows operations, not tasks. This one says 'executing' for as long as the pause \
        lasts, and a queue full of pauses starts nothing.
        """),
    Scenario(
      "paused",
      given: filmBeforeNext + [
        .order(firstRequest, .marked(pauses(task: "suspended"), by: "film"))
      ],
      expect: [
        .state([.ready, .executing], at: .settled("film")),
        .place("downloads", at: .settled("film")), .never(.started("next")),
        .stuck("next", .noFreeSlot, waitsFor: ["film"]),
      ]),
    Scenario(
      "new-operation", given: filmBeforeNext,
      expect: [
        .order(.cancelled("film"), .started("next")), .order(.finished("film"), .started("next")),
      ]))
}
