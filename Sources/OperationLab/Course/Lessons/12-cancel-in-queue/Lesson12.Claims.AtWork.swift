import OperationLab
import OperationDownloads
import OperationTesting

// The claim of lesson 12 about a cancel() that ends at once what start() has begun.
extension Lesson12 {
  static let whatBeganEnds = Claim(
    "D02e",
    """
    ... and it does finish at once what start() has begun: the queue goes on before the work has \
    come to its end, and the operation ends once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Once start() was called the operation is its own master: whoever announces the end, \
        the queue is told, and takes its slot back.
        """),
    mutants: [
      .passing("cancel-marks", as: "cancel-at-work"),
      .passing("cancel-marks-in-time", as: "cancel-at-work"),
      .trace(of: "cancel-at-work", "third starts when second's work has ended") {
        $0.movingToEnd(.started, of: "third")
      },
      .trace(of: "cancel-at-work", "it ends twice") { $0.inserting(.finished, of: "second") },
    ]
  ) { runs in
    let atWork = try AtWork(runs["cancel-at-work"])
    let run = atWork.run
    let look = try run.rest(of: "second", after: atWork.finished)
    let third = try run.first(.started, of: "third")
    let completions = run.all(.completed, of: "second")
    let last = try run.last(.settled, of: "second")
    try run.require(look.seq < atWork.ended.seq, "the work went on when all else was at rest")
    if look.note == "in no queue" {
      try run.require(third.seq < look.seq, "there was a thread to be had for third")
    }
    return .confirmed(
      if: look.note == "in no queue" && atWork.finished.seq < third.seq
        && run.all(.finished, of: "second").count == 1 && completions.count == 1
        && !run.printed(warning) && last.note == "in no queue",
      "cancel() finished it, and third started while its work still went on",
      otherwise: "third did not get its slot, or second ended more than once",
      [atWork.began, atWork.cancelled, atWork.finished, third] + completions
        + [look, atWork.ended, last])
  }

  /// A run in which `second` is cancelled at its work, and cancel() finishes it.
  struct AtWork {
    let run: Run
    let began, cancelled, finished, ended: Evidence

    init(_ run: Run) throws {
      self.run = run
      try run.enqueued(together: ["second", "third"], in: "downloads", width: 1)
      began = try run.first(.began, of: "second")
      ended = try run.first(.ended, of: "second")
      cancelled = try run.first(.cancelled, of: "second")
      finished = try run.first(.finished, of: "second")
      let told = try run.announced("isFinished", by: "second")
      try run.require(
        began.seq < cancelled.seq && cancelled.seq < ended.seq && cancelled.thread != began.thread
          && cancelled.state.contains(.cancelled) && !cancelled.state.contains(.finished),
        "somebody cancelled second at its work")
      try run.require(
        finished.thread == cancelled.thread && cancelled.seq < finished.seq
          && finished.seq < told.seq && told.seq < ended.seq,
        "cancel() finished what start() had begun, and said so")
    }
  }
}
