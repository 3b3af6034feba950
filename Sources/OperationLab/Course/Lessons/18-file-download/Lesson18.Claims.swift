import OperationLab
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

/// What lesson 18 has to say of downloads that are cancelled.
extension Lesson18 {
  static let cancelledBefore = Claim(
    "A22b", "Cancelled before it starts, the article's download ends finished, without a transfer.",
    origin: .article(
      .a,
      passage: .init(
        "任务开始执行前检查是否被取消,取消就结束任务",
        "before the task begins, look whether it was cancelled; if so, end it",
        at: 841)),
    expected: .everywhere(
      .confirmed,
      because: "The queue starts it all the same, and start() looks at isCancelled first."),
    in: "article", given: [cancelledBeforeStart],
    expect: [
      .never(.started, of: ["before"]), .marks([], by: "before server"), finishedOnce("before"),
    ])

  static let cancelledMeanwhile = Claim(
    "A22c",
    """
    Cancelled while connecting or while receiving, and the server silent from then on, the \
    article's download ends finished.
    """,
    origin: .article(
      .a,
      passage: .init(
        "点击取消后就会结束任务",
        "a click on cancel ends the task",
        at: 995)),
    expected: .everywhere(
      .refuted,
      because: """
        Once under way, it looks at isCancelled when a piece of data arrives and when all have. From \
        a silent server none does, and when the server goes away, that is a failure, which does not \
        finish either.
        """),
    in: "article",
    given: [
      cancelledConnecting, cancelledReceiving, silentUntilTheEnd("connecting"),
      silentUntilTheEnd("receiving"), stuckUnlessGone("connecting", .cancelledNotFinished),
      stuckUnlessGone("receiving", .cancelledNotFinished),
    ],
    expect: [finishedOnce("connecting"), finishedOnce("receiving")])

  static let endsWheneverCancelled = Claim(
    "A22e",
    """
    A download whose cancel() ends the transfer ends finished, once, cancelled before the start, \
    while connecting or while receiving; its delegate hears of it once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() does not wait for the server: it ends the operation itself. Callbacks that come \
        later find the end claimed.
        """),
    Scenario(
      "ends-itself",
      given: [cancelledBeforeStart, cancelledConnecting, cancelledReceiving, .noTimeout],
      expect: [allThreeEnd]),
    Scenario(
      "download-operation",
      given: [cancelledBeforeStart, cancelledConnecting, cancelledReceiving, .noTimeout],
      expect: [allThreeEnd]))
}

/// What lesson 18 has to say of the article's other looks at the flag, and of its arithmetic.
extension Lesson18 {
  static let looksTwiceMore = Claim(
    "A22h",
    """
    Cancelled when its connection is made, or when all bytes have come and the end has not been \
    told, the article's download ends finished, and nobody hears of a success.
    """,
    origin: .article(
      .a,
      passage: .init(
        "网络下载完成前检查是否取消任务,取消就结束任务",
        """
        Before the download completes, check whether the task was cancelled; if so, end \
        the task
        """,
        at: 968)),
    expected: .everywhere(
      .confirmed,
      because: """
        It looks once more in start(), after the connection is made, and again when the transfer \
        ends. What it lacks is somebody who calls it while nothing comes: claim A22c.
        """),
    in: "looks",
    given: [
      .order(.started("connected"), .cancelled("connected"), .returned("connected")),
      .order(.returned("loaded"), .marked(haveCome(40_000), by: "loaded"), .cancelled("loaded")),
      .each(["connected", "loaded"]) {
        [.flags(.executing, at: .cancelled($0)), .flags(.cancelled, at: .settled($0))]
      },
    ],
    expect: [
      finishedOnce("connected"), finishedOnce("loaded"), .marks([], by: "connected server"),
      .marks([], by: "connected UI"), .marks([progress], by: "loaded UI"),
    ])

  static let shareIsTrue = Claim(
    "A22i", "The progress that the article computes is the share of the file that has come.",
    origin: .article(
      .a,
      passage: .init(
        "计算下载比例",
        "compute the share that has been downloaded",
        at: 949)),
    expected: .everywhere(
      .refuted,
      because: """
        A server need not say how long a file is. The expected length is then -1, which becomes the \
        largest of all numbers in the article's unsigned variable: nothing has come until the end.
        """),
    in: "unknown-length",
    given: [
      .order(.marked(success, by: "good UI"), .marked(shows(percent: 100), by: "good")),
      .order(.marked(success, by: "chunked UI"), shownInTheEnd),
    ],
    expect: [.fact(.mark(shows(percent: 100)), at: shownInTheEnd)])
}

// What happens to each download, by its name: good, failing, before, connecting, receiving.
extension Lesson18 {
  static let succeeds = Trace.Condition.happens(.marked(success, by: "good UI"))

  /// The transfer failed by itself: the server had the request, and the operation was not cancelled.
  static let fails = Trace.Condition.all(
    "the transfer of failing failed", .added("failing", to: "downloads"),
    .happens(.marked(hasRequest, by: "failing server")),
    .happens(.marked(failure, by: "failing UI")), .neverCancelled("failing"))

  static let cancelledBeforeStart = Trace.Condition.all(
    "before was cancelled before it was added to the queue",
    .order(.cancelled("before"), .added("before")), .added("before", to: "downloads"),
    .flags(.cancelled, at: .added("before")), .flags(.cancelled, at: .settled("before")))

  static let cancelledConnecting = Trace.Condition.all(
    "connecting was cancelled when the server had its request and no byte had come",
    cancelledUnderWay("connecting"),
    .never(.marked(progress, by: "connecting UI"), until: .settled("connecting")))

  static let cancelledReceiving = Trace.Condition.all(
    "receiving was cancelled when some bytes had come", cancelledUnderWay("receiving"),
    .order(.marked(progress, by: "receiving UI"), .cancelled("receiving")))

  private static func cancelledUnderWay(_ name: String) -> Trace.Condition {
    .all(
      "\(name) was cancelled when the server had its request", .added(name, to: "downloads"),
      .order(.added(name), .marked(hasRequest, by: "\(name) server"), .cancelled(name)),
      .flags(not: .finished, at: .cancelled(name)), .flags(.cancelled, at: .settled(name)))
  }

  /// The server held the connection until it went away itself.
  static func silentUntilTheEnd(_ name: String) -> Trace.Condition {
    .order(.marked(closes, by: "server"), .marked(isGone, by: "\(name) server"))
  }

  /// If it stays in the queue, then for that reason.
  static func stuckUnlessGone(_ name: String, _ cause: Diagnosis.Cause) -> Trace.Condition {
    .any(.stuck(name, cause), .place(nil, at: .settled(name)))
  }
}

// How a download ends.
extension Lesson18 {
  /// The completion block counts how often the operation reported finished to its queue.
  static func finishedOnce(_ name: String) -> Trace.Condition {
    .all(
      "\(name) was finished, once", .flags(.finished, at: .settled(name)),
      .place(nil, at: .settled(name)), .times(1, .completed, of: name))
  }

  static let toldOnMain = Trace.Condition.all(
    "progress, success and failure on the main thread",
    .onMain(.marked(progress, by: "good UI")), .onMain(.marked(success, by: "good UI")),
    .onMain(.marked(failure, by: "failing UI")))

  static let toldAndFinished = Trace.Condition.all(
    "failing was finished, once, and its delegate was told once", finishedOnce("failing"),
    .marks([failure], by: "failing UI"))

  /// `cancel()` ends a transfer that is under way.
  static let allThreeEnd = Trace.Condition.all(
    "before, connecting and receiving were finished, once, and their delegates were told once",
    finishedOnce("before"), .marks([cancellation], by: "before UI"),
    finishedOnce("connecting"), .marks([cancellation], by: "connecting UI"),
    .order(.cancelled("connecting"), .marked(isGone, by: "connecting server")),
    finishedOnce("receiving"), .marks([progress, cancellation], by: "receiving UI"),
    .order(.cancelled("receiving"), .marked(isGone, by: "receiving server")))

  /// The progress of the file whose length is not known, when all bytes have come.
  static let shownInTheEnd = Trace.Moment.marked(like: shows(percent: 0), by: "chunked")
}
