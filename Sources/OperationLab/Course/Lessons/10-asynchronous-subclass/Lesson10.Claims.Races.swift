import OperationLab
import OperationDownloads
import OperationTesting

// The claims of lesson 10 about two threads at once.
extension Lesson10 {
  static let startRace = Claim(
    "C27",
    """
    With the article's own start(), which detaches the thread first and sets executing afterwards, \
    the operation can end up executing and finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The new thread may be through before the old one goes on. Then the late 'executing' \
        overwrites the end. Setting it before the work begins leaves no such moment.
        """),
    Scenario(
      "set-after-detaching",
      given: overtaken(executing: .announced("isExecuting", by: "first").last) + [
        .flags(not: .executing, at: .marked(requestGoesOut, by: "first")),
        .order(.finished("first"), .announced("isExecuting", by: "first").last),
      ],
      expect: [.state([.ready, .executing, .finished], at: .settled("first"))]),
    Scenario(
      "set-before-detaching",
      given: overtaken(executing: .announced("isExecuting", by: "first")) + [
        .order(.announced("isExecuting", by: "first"), .marked(requestGoesOut, by: "first")),
        .flags(.executing, at: .marked(requestGoesOut, by: "first")),
      ],
      expect: [.state([.ready, .finished], at: .settled("first"))]))

  static let observersPost = Claim(
    "D01a",
    """
    Property observers post the notifications at the right moments: just before and just after \
    the change.
    """,
    origin: .article(
      .d,
      passage: .init(
        "willSet { willChangeValue(forKey: \"isFinished\") }",
        "the observer before the change; the one after it is didSet { didChangeValue(...) }",
        at: 234,
        but: """
          The article calls this simpler. That it posts at the right moments is what its code \
          relies on.
          """)),
    expected: .everywhere(
      .confirmed,
      because: "willSet runs with the old value still in place, didSet with the new one."),
    in: "observers",
    given: endsLater + announcesEnd(as: "isFinished") + [
      .fact(.mark(inDidSet), at: .finished("first"))
    ],
    expect: [
      .flags(not: .finished, at: beforeChange(of: "isFinished")),
      .order(
        beforeChange(of: "isFinished"), .finished("first"),
        .announced("isFinished", by: "first")),
      .sameThread(beforeChange(of: "isFinished"), .announced("isFinished", by: "first")),
      .flags(not: .executing, at: beforeChange(of: "isExecuting")),
      .order(
        beforeChange(of: "isExecuting"), .announced("isExecuting", by: "first"),
        .returned("first")),
      .happens(.started("next")),
    ])

  static let observersAreUnsound = Claim(
    "D01b",
    "... and they are a sound way to do so when two threads may end the operation.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Nothing keeps the second thread out between the question and the change, nor a reader \
        out of the change itself (a data race). A plain lock around them would be held during \
        the announcement, and never let go; a recursive one gets through, at a price (E07c).
        """),
    Scenario(
      "observers-two-ends", given: twoWantToEnd,
      expect: [
        .times(1, .finished, of: "first"),
        .any(
          .never(.marked(delivers("a picture"), by: "first")),
          .never(.marked(delivers("an error"), by: "first"))),
      ]),
    // With one lock it ends once: it posts isExecuting twice and isFinished once.
    Scenario(
      "one-lock",
      given: twoWantToEnd + [
        .happens(.marked(delivers("a picture"), by: "first")),
        .never(.marked(delivers("an error"), by: "first")), .times(1, .finished, of: "first"),
        .happens(.announced("isFinished", by: "first")), .times(3, .announced, of: "first"),
      ],
      expect: []))
}
