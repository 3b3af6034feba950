import OperationLab
import OperationTesting

extension Lesson18 {
  static let onTheMainThread = Claim(
    "A22a", "Article A's download calls its delegate on the main thread.",
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
        The session calls the operation on another thread. The operation calls its delegate with \
        DispatchQueue.main.async.
        """),
    in: "article", given: [succeeds, fails], expect: [calledOnMain])

  static let failed = Claim(
    "A22d", "When the transfer fails, article A's download finishes.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        It calls its delegate and does not set finished, so the failed download stays in its queue \
        forever.
        """),
    in: "article", given: [fails, stuckUnlessGone("failing", .silent)],
    expect: [finishedOnce("failing")])

  static let failureEndsIt = Claim(
    "A22f",
    """
    If a download finishes itself when the transfer fails, it leaves its queue, and its delegate is \
    called once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "All ways to end go through one function, and a failure is one of them."),
    in: "ends-itself", given: [fails], expect: [calledOnceAndFinished])

  static let wholeFileOrNone = Claim(
    "A22g",
    """
    The kit's DownloadOperation finishes whether it succeeds, fails or is cancelled, and leaves a \
    whole file or none.
    """, origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        It writes under another name, and renames the file when all bytes have arrived. If it fails \
        or is cancelled, it removes the part.
        """),
    in: "download-operation",
    given: [
      succeeds, fails, cancelledBeforeStart, cancelledConnecting, cancelledReceiving, .noTimeout,
      .order(
        .marked(progress, by: "receiving UI"), .marked(hasPart, by: "folder"),
        .marked(cancellation, by: "receiving UI")),
    ],
    expect: [
      finishedOnce("good"), calledOnMain, calledOnceAndFinished, allThreeEnd,
      .marks([holds(["good"], isWhole: true)], by: "disk"),
    ])

  static let startReturnsFirst = Claim(
    "A23",
    """
    start() returns before the transfer has ended. Only the operation's state says that it has \
    finished.
    """,
    origin: .article(
      .a,
      passage: .init(
        "start方法返回也不一定代表任务就结束了,任务结束需要开发者手动修改该属性的值",
        """
        that start has returned does not necessarily mean that the task has finished. When it \
        finishes, the developer must change this property by hand
        """,
        at: 533)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        start() only begins the transfer. The operation is executing until it reports finished, and \
        the queue keeps it until then.
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

// Downloads that are cancelled.
extension Lesson18 {
  static let cancelledBefore = Claim(
    "A22b",
    "When cancelled before its start, article A's download finishes without a transfer.",
    origin: .article(
      .a,
      passage: .init(
        "任务开始执行前检查是否被取消,取消就结束任务",
        "before the task begins, check whether it was cancelled. If so, end it",
        at: 841)),
    expected: .everywhere(
      .confirmed,
      because: "The queue starts it, and start() reads isCancelled first."),
    in: "article", given: [cancelledBeforeStart],
    expect: [
      .never(.started, of: ["before"]), .marks([], by: "before server"), finishedOnce("before"),
    ])

  static let cancelledMeanwhile = Claim(
    "A22c",
    """
    When cancelled while connecting or receiving, article A's download finishes, also if the server \
    is silent.
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
        It reads isCancelled only when data arrives and when the transfer ends. A silent server sends \
        no data. When the server closes the connection, that is a failure, and a failure does not \
        finish the operation either.
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
    If cancel() ends the transfer and finishes the operation, a cancelled download finishes once, \
    and its delegate is called once, whenever cancel() comes.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() does not wait for the server. Later callbacks see that the operation has ended, and \
        do nothing.
        """),
    in: "ends-itself",
    given: [cancelledBeforeStart, cancelledConnecting, cancelledReceiving, .noTimeout],
    expect: [allThreeEnd])
}

// The article's other checks of the flag, and its arithmetic.
extension Lesson18 {
  static let looksTwiceMore = Claim(
    "A22h",
    """
    When cancelled as its connection is made, or when all bytes have arrived, article A's download \
    finishes and reports no success.
    """,
    origin: .article(
      .a,
      passage: .init(
        "网络下载完成前检查是否取消任务,取消就结束任务",
        """
        Before the download completes, check whether the task was cancelled. If so, end the task
        """,
        at: 968)),
    expected: .everywhere(
      .confirmed,
      because: """
        It reads isCancelled again in start() when the connection is made, and again when the \
        transfer ends. It has no check while no data arrives (claim A22c).
        """),
    in: "looks",
    given: [
      .order(.started("connected"), .cancelled("connected"), .returned("connected")),
      .order(.returned("loaded"), .marked(haveArrived(40_000), by: "loaded"), .cancelled("loaded")),
      .each(["connected", "loaded"]) {
        [.flags(.executing, at: .cancelled($0)), .flags(.cancelled, at: .settled($0))]
      },
    ],
    expect: [
      finishedOnce("connected"), finishedOnce("loaded"), .marks([], by: "connected server"),
      .marks([], by: "connected UI"), .marks([progress], by: "loaded UI"),
    ])

  static let shareIsTrue = Claim(
    "A22i", "The progress that article A computes is the received share of the file.",
    origin: .article(
      .a,
      passage: .init(
        "计算下载比例",
        "compute the share that has been downloaded",
        at: 949)),
    expected: .everywhere(
      .refuted,
      because: """
        A server may leave out the length of a file. The expected length is then -1, and in the \
        article's unsigned variable that is the largest number. The progress stays at 0.
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

  /// The transfer failed: the server had the request, and the operation was not cancelled.
  static let fails = Trace.Condition.all(
    "the transfer of failing failed", .added("failing", to: "downloads"),
    .happens(.marked(hasRequest, by: "failing server")),
    .happens(.marked(failure, by: "failing UI")), .neverCancelled("failing"))

  static let cancelledBeforeStart = Trace.Condition.all(
    "before was cancelled before it was added to the queue",
    .order(.cancelled("before"), .added("before")), .added("before", to: "downloads"),
    .flags(.cancelled, at: .added("before")), .flags(.cancelled, at: .settled("before")))

  static let cancelledConnecting = Trace.Condition.all(
    "connecting was cancelled when the server had its request and no byte had arrived",
    cancelledUnderWay("connecting"),
    .never(.marked(progress, by: "connecting UI"), until: .settled("connecting")))

  static let cancelledReceiving = Trace.Condition.all(
    "receiving was cancelled when some bytes had arrived", cancelledUnderWay("receiving"),
    .order(.marked(progress, by: "receiving UI"), .cancelled("receiving")))

  private static func cancelledUnderWay(_ name: String) -> Trace.Condition {
    .all(
      "\(name) was cancelled when the server had its request", .added(name, to: "downloads"),
      .order(.added(name), .marked(hasRequest, by: "\(name) server"), .cancelled(name)),
      .flags(not: .finished, at: .cancelled(name)), .flags(.cancelled, at: .settled(name)))
  }

  /// The server held the connection until it closed it itself.
  static func silentUntilTheEnd(_ name: String) -> Trace.Condition {
    .order(.marked(closes, by: "server"), .marked(isClosed, by: "\(name) server"))
  }

  /// If it stays in the queue, this is the reason.
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

  static let calledOnMain = Trace.Condition.all(
    "progress, success and failure on the main thread",
    .onMain(.marked(progress, by: "good UI")), .onMain(.marked(success, by: "good UI")),
    .onMain(.marked(failure, by: "failing UI")))

  static let calledOnceAndFinished = Trace.Condition.all(
    "failing was finished, once, and its delegate was called once", finishedOnce("failing"),
    .marks([failure], by: "failing UI"))

  /// `cancel()` ends the transfers that have begun.
  static let allThreeEnd = Trace.Condition.all(
    "before, connecting and receiving were finished, once, and their delegates were called once",
    finishedOnce("before"), .marks([cancellation], by: "before UI"),
    finishedOnce("connecting"), .marks([cancellation], by: "connecting UI"),
    .order(.cancelled("connecting"), .marked(isClosed, by: "connecting server")),
    finishedOnce("receiving"), .marks([progress, cancellation], by: "receiving UI"),
    .order(.cancelled("receiving"), .marked(isClosed, by: "receiving server")))

  /// The progress when all bytes of the file of unknown length have arrived.
  static let shownInTheEnd = Trace.Moment.marked(like: shows(percent: 0), by: "chunked")
}
