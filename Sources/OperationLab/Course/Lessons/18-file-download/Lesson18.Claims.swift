import OperationTesting

extension Lesson18 {
  static let onTheMainThread = Claim(
    "A22a", "Progress, success and failure reach the delegate on the main thread.",
    origin: .article(
      .a,
      passage: .init(
        "需要将代理方法放到主线程中执行,防止代理方法需要修改UI",
        """
        the delegate's method must be run on the main thread, in case it has to change the \
        UI
        """,
        at: 916)),
    expected: .everywhere(
      .confirmed,
      because: """
        The session calls back on a thread of its own. The operation passes every call on with \
        DispatchQueue.main.async, and the main thread takes it when it gets round to it.
        """),
    Scenario("article", given: [succeeds, fails], expect: [toldOnMain]),
    Scenario("download-operation", given: [succeeds, fails], expect: [toldOnMain]))

  static let failed = Claim(
    "A22d", "When its transfer fails, the article's download ends finished.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        It tells its delegate and leaves. Nobody sets finished, so the failed download stays in \
        its queue for ever.
        """),
    in: "article", given: [fails, stuckUnlessGone("failing", .silent)],
    expect: [finishedOnce("failing")])

  static let failureEndsIt = Claim(
    "A22f", "... and one that ends itself on a failure is finished; its delegate hears of it once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "A failure goes through the same one function as every other end."),
    Scenario("ends-itself", given: [fails], expect: [toldAndFinished]),
    Scenario("download-operation", given: [fails], expect: [toldAndFinished]))

  static let diskIsClean = Claim(
    "A22g", "The kit's download leaves a whole file or none.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It writes under another name, and renames when all bytes are there. Whatever else ends it \
        removes what has come.
        """),
    in: "download-operation",
    given: [
      succeeds,
      .order(
        .marked(progress, by: "receiving UI"), .marked(hasPart, by: "folder"),
        .marked(cancellation, by: "receiving UI")),
    ],
    expect: [.marks([holds(["good"], isWhole: true)], by: "disk")])

  static let startReturnsFirst = Claim(
    "A23",
    """
    start() returns before the transfer is done; only the operation's own state says that it ended.
    """,
    origin: .article(
      .a,
      passage: .init(
        "start方法返回也不一定代表任务就结束了,任务结束需要开发者手动修改该属性的值",
        """
        that start has returned does not mean that the task is over; at its end the \
        developer must change this property by hand
        """,
        at: 533)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        start() only sets the transfer going. The queue keeps the operation, which says \
        'executing', until it says 'finished'.
        """),
    in: "ends-itself", given: [.added("good", to: "downloads")],
    expect: [
      .order(
        .returned("good"), .marked(hasRequest, by: "good server"),
        .marked(progress, by: "good UI"), .observed("good"), .completed("good")),
      .flags(.executing, not: .finished, at: .returned("good")),
      .flags(.executing, not: .finished, at: .observed("good")), finishedOnce("good"),
    ])
}
