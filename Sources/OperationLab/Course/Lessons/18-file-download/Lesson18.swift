import OperationBench
import OperationDoctor

/// Lesson 18. Its page is `Lessons/18-file-download/README.md`.
enum Lesson18 {
  static let lesson = Lesson(
    18, "file-download", title: "A download that can be cancelled at any moment",
    question: """
      A download runs in an operation. You cancel it while the server is silent. Which code notices \
      that, and when is the operation finished?
      """,
    programs: [
      article,
      endsItself,
    ],
    further: [
      downloadOperation,
      looks,
      unknownLength,
    ],
    claims: [
      onTheMainThread,
      cancelledBefore,
      cancelledMeanwhile,
      failed,
      endsWheneverCancelled,
      failureEndsIt,
      startReturnsFirst,
      wholeFileOrNone,
      looksTwiceMore,
      shareIsTrue,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "article": .count(
      """
      Of five downloads one succeeds, one fails, three are cancelled. How many operations \
      finish, so that their completion block runs?
      """, .completed),
    "ends-itself": .count("How many of the five finish now?", .completed),
    "download-operation": .count(
      "How many of the five finish with the kit's own class?", .completed),
    "looks": .happens(
      """
      connected is cancelled while its connection is made. Does its request reach the \
      server?
      """, .event(.noted, of: "connected server")),
    "unknown-length": .mark(
      """
      The server does not say how long the file is. What is the progress when all bytes have \
      arrived?
      """, of: "chunked", [("100 %", shows(percent: 100)), ("0 %", shows(percent: 0))]),
  ]
}

extension Lesson18 {
  static let onTheMainThread = Claim(
    "A22a", in: "article",
    given: [succeeds, fails],
    expect: [calledOnMain])

  static let failed = Claim(
    "A22d", in: "article",
    given: [fails, stuckUnlessGone("failing", .silent)],
    expect: [finishedOnce("failing")])

  static let failureEndsIt = Claim(
    "A22f", in: "ends-itself",
    given: [fails],
    expect: [calledOnceAndFinished])

  static let wholeFileOrNone = Claim(
    "A22g", in: "download-operation",
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
    "A23", in: "ends-itself",
    given: [.added("good", to: "downloads")],
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
    "A22b", in: "article",
    given: [cancelledBeforeStart],
    expect: [
      .never(.started, of: ["before"]), .marks([], by: "before server"), finishedOnce("before"),
    ])

  static let cancelledMeanwhile = Claim(
    "A22c", in: "article",
    given: [
      cancelledConnecting, cancelledReceiving, silentUntilTheEnd("connecting"),
      silentUntilTheEnd("receiving"), stuckUnlessGone("connecting", .cancelledNotFinished),
      stuckUnlessGone("receiving", .cancelledNotFinished),
    ],
    expect: [finishedOnce("connecting"), finishedOnce("receiving")])

  static let endsWheneverCancelled = Claim(
    "A22e", in: "ends-itself",
    given: [cancelledBeforeStart, cancelledConnecting, cancelledReceiving, .noTimeout],
    expect: [allThreeEnd])
}

// The article's other checks of the flag, and its arithmetic.
extension Lesson18 {
  static let looksTwiceMore = Claim(
    "A22h", in: "looks",
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
    "A22i", in: "unknown-length",
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
