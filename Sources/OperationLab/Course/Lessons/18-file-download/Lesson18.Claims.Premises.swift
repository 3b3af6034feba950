import OperationLab
import OperationTesting

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
