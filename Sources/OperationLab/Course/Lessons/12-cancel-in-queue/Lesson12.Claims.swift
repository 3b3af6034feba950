import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson12 {
  static let queueStillStarts = Claim(
    "C28",
    """
    A cancelled operation that is queued is not removed by cancel(): the queue still calls \
    start(), on a thread of its own, and removes it when it finishes.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        雖然operation被取消了,但是operation queue依然生成\
        了新的線程并調(diào)用了start方法,因此取消operation并\
        不會(huì)把operation從operation queue里移除
        """,
        """
        although the operation was cancelled, the queue still made a new thread and called \
        start; so cancelling an operation does not remove it from the queue
        """,
        at: 655)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: """
        cancel() only sets a flag. An operation leaves its queue by finishing, and it is start() \
        that finishes it.
        """),
    mutants: [
      .passing("finish-in-cancel", as: "cancelled"),
      .trace(of: "cancelled", "start() is called on the thread that cancelled it") {
        $0.replacing(.started, of: "second") { $0.thread = "main" }
      },
      .trace(of: "cancelled", "nobody cancels it") { $0.removing(.cancelled) },
      .trace(of: "cancelled", "the width is two") {
        $0.replacing(.enqueued) { $0.enqueueing = .init(queue: "downloads", width: 2) }
      },
      .trace(of: "cancelled", "cancel() takes it out of the queue") {
        $0.replacing(.settled, of: "second") { $0.note = "in no queue" }
      },
    ]
  ) { runs in
    let waiting = try Waiting(runs["cancelled"])
    let run = waiting.run
    let started = try run.first(.started, of: "second")
    let finished = try run.first(.finished, of: "second")
    let last = try run.last(.settled, of: "second")
    try run.require(waiting.cancelled.seq < started.seq, "second was cancelled before its start")
    return .confirmed(
      if: waiting.look.seq < started.seq && waiting.look.note == "in downloads"
        && waiting.look.state == [.ready, .cancelled] && started.state == [.ready, .cancelled]
        && started.thread != waiting.cancelled.thread && finished.seq > started.seq
        && finished.thread == started.thread && last.note == "in no queue",
      "still in the queue after cancel(); started on \(started.thread), and then in no queue",
      otherwise: "after cancel(): \(waiting.look.note); in the end: \(last.note)",
      waiting.evidence + [started, finished, last])
  }

  static let mustReport = Claim(
    "C29",
    "A cancelled operation must still report finished, or its queue never lets go of it.",
    origin: .article(
      .c,
      passage: .init(
        "在取消NSOperation的情況下,即使NSOperation沒有完成任務(wù),人需要更新isFinished",
        """
        when an NSOperation is cancelled, isFinished must be updated even though it has \
        not done its task
        """,
        at: 112)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: """
        The queue watches isFinished and nothing else. A cancelled operation that never says so \
        keeps its slot, and everything behind it waits for ever.
        """),
    mutants: [
      .passing("cancelled", as: "silent"),
      .passing("silent", as: "cancelled"),
      .trace(of: "silent", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let (silent, reporting) = try (Waiting(runs["silent"]), Waiting(runs["cancelled"]))
    for run in [silent.run, reporting.run] {
      let (started, back) = try (
        run.first(.started, of: "second"), run.first(.returned, of: "second")
      )
      try run.require(
        started.state == [.ready, .cancelled] && started.thread == back.thread
          && run.all(.began, of: "second").isEmpty,
        "second's start() found it cancelled, skipped the work, and returned")
    }
    let mute = try silent.run.occurrence(of: .finished, of: "second")
    try silent.run.require(mute.isNever, "second never reports finished")
    let kept = try silent.run.last(.settled, of: "second")
    let blocked = try silent.run.occurrence(of: .started, of: "third")
    if blocked.isNever {
      try silent.run.stuck("second", .cancelledNotFinished)
      try silent.run.stuck("third", .noFreeSlot, waitsFor: ["second"])
    }
    let told = try reporting.run.announced("isFinished", by: "second")
    let released = try reporting.run.last(.settled, of: "second")
    let next = try reporting.run.first(.started, of: "third")
    return .confirmed(
      if: kept.note == "in downloads" && blocked.isNever && told.seq < next.seq
        && released.note == "in no queue",
      "silent, it is still in the queue and third never starts; reporting, it is gone",
      otherwise: "silent: \(kept.note); reporting: \(released.note)",
      silent.evidence + [try silent.run.first(.returned, of: "second"), kept, blocked.evidence]
        + [told, next, released])
  }

  /// A run in which `second` is cancelled while `first` holds the only slot of their queue.
  struct Waiting {
    let run: Run
    let put, cancelled: Evidence
    /// How `second` stood at rest after that, while `first` still held the slot.
    let look: Evidence

    init(_ run: Run) throws {
      self.run = run
      put = try run.enqueued(together: ["first", "second", "third"], in: "downloads", width: 1)[1]
      let (began, ended) = try (run.first(.began, of: "first"), run.first(.ended, of: "first"))
      cancelled = try run.first(.cancelled, of: "second")
      look = try run.rest(of: "second", after: cancelled)
      let before = run.all(.settled, of: "second").last { [cancelled] in $0.seq < cancelled.seq }
      try run.require(
        began.seq < cancelled.seq && look.seq < ended.seq && before?.note == "in downloads"
          && before?.state == [.ready],
        "second waited in its queue while first held the only slot")
      try run.require(
        cancelled.state == [.ready, .cancelled], "somebody cancelled second, and nothing else")
    }

    var evidence: [Evidence] { [put, cancelled, look] }
  }
}
