import OperationTesting

/// What lesson 19 has to say of the code that article B links, and of the count that it compares.
extension Lesson19 {
  static let deniesCancellation = Claim(
    "B06b",
    """
    The operation that article B links overrides isCancelled with a variable that nobody sets: its \
    start() never sees a cancellation.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() sets the flag that the inherited isCancelled reads. Leave the property alone, and \
        start() sees it.
        """),
    Scenario(
      "cancels-waiting", given: cancelledInQueue,
      expect: [.flags(not: .cancelled, at: .started("song"))]),
    Scenario(
      "cancels-waiting-mended", given: cancelledInQueue,
      expect: [.flags(.cancelled, at: .started("song"))]))

  static let finishedBeforeStart = Claim(
    "B06c",
    """
    ... and its cancel() finishes an operation that never started: the queue starts it all the same, \
    and it is executing and finished at once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        An operation leaves its queue by being started and finishing. cancel() may finish what \
        start() has begun, and nothing else: lesson 12.
        """),
    Scenario(
      "cancels-waiting", given: cancelledInQueue,
      expect: [
        .flags(.finished, at: afterCancel), .flags([.executing, .finished], at: .settled("song")),
      ]),
    Scenario(
      "cancels-waiting-mended",
      given: cancelledInQueue + [
        .flags(not: .finished, at: afterCancel),
        .state([.ready, .finished, .cancelled], at: .settled("song")),
      ],
      expect: []))

  static let countBelowWidth = Claim(
    "B03b", "The queue starts a ready operation when operationCount is below the width.",
    origin: .article(
      .b,
      passage: .init(
        """
        当Operation处于ready时且operationCount小于maxConcurrentOperationCount,就自动调用该Operation的start方法
        """,
        """
        When the operation is ready and operationCount is less than \
        maxConcurrentOperationCount, the operation's start method is called by itself
        """,
        at: 420)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.width),
      because: """
        operationCount counts all that the queue has, those that wait included. What counts is how \
        many run.
        """),
    in: "width",
    given: [
      .added(four, to: "downloads", width: 2, dependencies: []), .onMain(.started("c"), false),
      .order(
        .added("d"), countBefore, .finished("a"), .started("c"), countBefore.after(.started("c")),
        .finished("b")),
    ],
    expect: [countsBelowWidth])
}
