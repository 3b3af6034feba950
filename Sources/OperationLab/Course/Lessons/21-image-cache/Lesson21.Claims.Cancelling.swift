import OperationLab
import OperationDownloads
import OperationTesting

/// What `cancel()` of a downloader does, and in which order.
extension Lesson21 {
  static let cancelsInOrderClaim = Claim(
    "C36a",
    "The downloader's cancel() cancels the transfer and then updates executing and finished.",
    origin: .article(
      .c,
      passage: .init(
        "方法里取消了NSURLSessionTask并且更新了operataion的狀態(tài)",
        "the method cancels the NSURLSessionTask and updates the state of the operation",
        at: 931)),
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() of Operation only sets a flag, so the subclass ends what it has begun. When the \
        queue hears of the end, there is one.
        """),
    mutants: [
      .passing("reports-first", as: "cancels-in-order"),
      .trace(of: "cancels-in-order", "it is finished while it is executing") {
        $0.replacing(.finished, of: "picture 1") { $0.state.insert(.executing) }
      },
      .trace(of: "cancels-in-order", "the second starts at once") {
        $0.movingToFront(.started, of: "picture 2")
      },
      .trace(of: "cancels-in-order", "the transfer goes on") { $0.removing(.noted) },
      .trace(of: "cancels-in-order", "the server never finds its connection gone") {
        $0.replacing(.ended, of: "reply 1") { $0.note = "" }
      },
      .trace(of: "cancels-in-order", "nothing is announced") { $0.removing(.announced) },
    ]
  ) { runs in
    let run = try runs["cancels-in-order"]
    let steps = try Steps(in: run)
    let gone = try run.first(.ended, of: "reply 1")
    try run.require(
      gone.note == connectionIsGone && run.all(.timedOut).isEmpty,
      "the server finds the connection of the first gone")
    let order = [steps.cancelled, steps.stop, steps.flag, steps.end, steps.told, steps.next]
      .map(\.seq)
    return .confirmed(
      if: order == order.sorted() && gone.seq < steps.flag.seq
        && steps.stop.state.contains(.executing) && steps.flag.state == [.ready, .cancelled]
        && steps.end.state == [.ready, .finished, .cancelled],
      "its transfer was cancelled; executing no more; finished; then the next one started",
      otherwise: "not in this order: transfer, executing, finished, the next one's start",
      steps.evidence + [gone])
  }

  static let otherOrder = Claim(
    "C36b",
    """
    In the other order the queue gives the slot away while the transfer is still under way: two \
    transfers at a time with width 1.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        isFinished is what frees the slot, at once, on whatever thread says so. What an operation \
        does after it is done outside the queue's count.
        """),
    mutants: [
      .passing("cancels-in-order", as: "reports-first"),
      .trace(of: "reports-first", "the first is cancelled in time") {
        $0.movingToFront(.noted, of: "picture 1")
      },
      .trace(of: "reports-first", "the server is not asked for the second") {
        $0.removing(.began, of: "reply 2")
      },
    ]
  ) { runs in
    let run = try runs["reports-first"]
    let steps = try Steps(in: run)
    let (first, second) = (
      try run.first(.began, of: "reply 1"), try run.first(.began, of: "reply 2")
    )
    let gone = try run.first(.ended, of: "reply 1")
    try run.require(
      steps.flag.state == [.ready, .cancelled] && steps.end.state.contains(.finished),
      "both flags said that the first was over")
    try run.require(
      gone.note == connectionIsGone && run.all(.timedOut).isEmpty,
      "the first transfer was cancelled in the end, and the server found its connection gone")
    return .confirmed(
      if: steps.end.seq < steps.next.seq && second.seq < steps.stop.seq && second.seq < gone.seq
        && first.seq < second.seq,
      "finished; the server was asked for the second; only then the first transfer was cancelled",
      otherwise: "the second request came when the first transfer had been cancelled",
      [first, steps.cancelled, steps.end, steps.told, steps.next, second, steps.stop, gone])
  }

  static let kitCancelsClaim = Claim(
    "C36c",
    """
    The kit's downloader does the same: when cancel() returns it is finished, and the server finds \
    the connection gone.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Its cancel() claims the end, cancels the transfer and then moves from executing to finished \
        in one step, so nobody sees it neither executing nor finished.
        """),
    mutants: [
      .trace(of: "kit-cancels", "it is still executing when cancel() has returned") {
        $0.replacing(.cancelled, of: "picture") { $0.state = [.ready, .executing, .cancelled] }
      },
      .trace(of: "kit-cancels", "the connection stays") { $0.removing(.noted, of: "server") },
      .trace(of: "kit-cancels", "it goes only when the server stops") {
        $0.inserting(.timedOut, of: "the connection has gone")
      },
      .trace(of: "kit-cancels", "the caller gets no error") { $0.removing(.noted, of: "caller") },
    ]
  ) { runs in
    let run = try runs["kit-cancels"]
    let added = try run.enqueued("picture", in: "downloads")
    let before = try run.first(.observed, of: "picture", note: "a part has come")
    let cancelled = try run.first(.cancelled, of: "picture")
    let told = try run.first(.noted, of: "caller", note: "gets the error: cancelled")
    let gone = try run.first(.noted, of: "server", note: connectionIsGone)
    let rest = try run.last(.settled, of: "picture")
    let gaveUp = run.all(.timedOut)
    guard gaveUp.isEmpty else {
      return Judgement(.undecided, "somebody waited in vain before it was gone", gaveUp)
    }
    try run.require(
      before.state == [.ready, .executing] && before.seq < cancelled.seq
        && cancelled.state.contains(.cancelled),
      "it was executing when it was cancelled")
    try run.require(
      cancelled.seq < told.seq && cancelled.thread == told.thread,
      "somebody looked at it before its caller's thread did anything else")
    return .confirmed(
      if: cancelled.state == [.ready, .finished, .cancelled] && rest.note == "in no queue"
        && rest.state == cancelled.state,
      "finished when cancel() had returned; the server's connection went away",
      otherwise: "when cancel() had returned it was '\(cancelled.state)'",
      [added, before, cancelled, told, gone, rest])
  }
}

/// The steps by which `picture 1` was cancelled, and the start of the next one.
private struct Steps {
  let cancelled: Evidence
  let stop: Evidence
  let flag: Evidence
  let end: Evidence
  /// The announcement of the end.
  let told: Evidence
  let next: Evidence

  /// - Throws: when it was not cancelled while it held the only slot of its queue.
  init(in run: Run) throws {
    for name in ["picture 1", "picture 2"] {
      try run.enqueued(name, in: "downloads", width: 1, isSuspended: false, dependencies: [])
    }
    cancelled = try run.first(.cancelled, of: "picture 1")
    try run.require(
      cancelled.state == [.ready, .executing, .cancelled],
      "picture 1 was cancelled while it was executing")
    stop = try run.first(.noted, of: "picture 1", note: "its transfer is cancelled")
    flag = try run.first(.observed, of: "picture 1", note: "")
    end = try run.first(.finished, of: "picture 1")
    told = try run.announced("isFinished", by: "picture 1")
    next = try run.first(.started, of: "picture 2")
  }

  var evidence: [Evidence] { [cancelled, stop, flag, end, told, next] }
}
