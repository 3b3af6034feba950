import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson06 {
  static let oneAtATime = Claim(
    "A04", "A queue of width 1 runs one operation at a time.",
    origin: .article(
      .a,
      passage: .init(
        "如果为1,则只支持同时处理一个任务,即串行队列",
        "if it is 1, only one task is handled at a time: a serial queue",
        at: 220)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.width),
      because: "The width is a number of slots, and an operation holds one until it is finished."),
    mutants: [
      .passing("width-2", as: "width-1"),
      .trace(of: "width-1", "op2 begins while op1 runs") { $0.movingToFront(.began, of: "op2") },
      .trace(of: "width-1", "op1 did not wait for op2") { $0.removing(.noted, of: "op1") },
      .trace(of: "width-1", "op2 is added when op1 is over") {
        $0.movingToEnd(.enqueued, of: "op2").movingToEnd(.began, of: "op2")
      },
    ]
  ) { runs in
    let run = try runs["width-1"]
    let meeting = try Meeting(in: run, queue: "downloads", width: 1)
    return .confirmed(
      if: meeting.answer != .open && meeting.firstEnds.seq < meeting.secondBegins.seq,
      "op2 did not begin as long as op1 ran, although op1 waited for it",
      otherwise: "op2 began before op1 had ended", meeting.evidence)
  }

  static let twoAtATime = Claim(
    "A06", "With width 2, two operations run at the same time on two threads.",
    origin: .article(
      .a,
      passage: .init(
        "从输出中可以发现,两个任务使用了两个不同的线程来执行",
        "the output shows that the two tasks ran on two different threads",
        at: 306)),
    expected: .everywhere(
      .confirmed, basis: .reported("the output that article A prints"),
      because: "Two slots are free, and each start() blocks a thread of its own."),
    mutants: [
      .passing("width-1", as: "width-2"),
      .trace(of: "width-2", "both on one thread") {
        $0.replacing(.began) { $0.thread = "T1" }
      },
      .trace(of: "width-2", "op2 does not begin while op1 waits") {
        $0.movingToEnd(.began, of: "op2").replacing(.noted, of: "op1") {
          $0.set(.answer(gate: "op2 has begun", .shut))
        }
      },
    ]
  ) { runs in
    let run = try runs["width-2"]
    let meeting = try Meeting(in: run, queue: "downloads", width: 2)
    try run.require(
      meeting.answer != .shutWithoutThread, "the system had a second thread for op2")
    return .confirmed(
      if: meeting.answer == .open && meeting.secondBegins.seq < meeting.firstEnds.seq
        && meeting.firstBegins.thread != meeting.secondBegins.thread,
      """
      op2 began on \(meeting.secondBegins.thread) while op1 waited for it on \
      \(meeting.firstBegins.thread)
      """,
      otherwise: "they did not run at the same time on two threads", meeting.evidence)
  }

  static let mainQueueRunsOnMain = Claim(
    "A07a", "The main queue runs its operations on the main thread.",
    origin: .article(
      .a,
      passage: .init(
        "主队列就是串行队列使用主线程执行任务",
        "the main queue is a serial queue and runs tasks on the main thread",
        at: 222)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.mainQueue),
      because: "It hands them to the main thread's run loop, whoever adds them and from where."),
    mutants: [
      .trace(of: "main-queue", "op2 runs where it was added") {
        $0.replacing(.began, of: "op2") { $0.thread = "T1" }
      },
      .trace(of: "main-queue", "op1 never begins") { $0.removing(.began, of: "op1") },
      .trace(of: "main-queue", "op2 is added by the main thread") {
        $0.replacing(.enqueued, of: "op2") { $0.thread = "main" }
      },
      .passing("width-1", as: "main-queue"),
    ]
  ) { runs in
    let run = try runs["main-queue"]
    let added = try ["op1", "op2"].map { try run.enqueued($0, in: Snapshot.Queue.main) }
    let begins = try ["op1", "op2"].map { try run.first(.began, of: $0) }
    try run.require(added[1].thread != "main", "op2 was added by another thread than main")
    try run.require(
      zip(added, begins).allSatisfy { $0.seq < $1.seq }, "both were added before they began")
    return .confirmed(
      if: begins.allSatisfy { $0.thread == "main" },
      "both ran on main, also op2, which was added on \(added[1].thread)",
      otherwise: "an operation ran on another thread than main", added + begins)
  }

  static let mainQueueHasWidthOne = Claim(
    "A07b", "... and has width 1, whatever you set it to.",
    origin: .article(
      .a,
      passage: .init(
        "主队列的任务并发数为1,即串行队列",
        "the main queue runs 1 task at a time: it is serial",
        at: 248,
        but: """
          The article says that the width is 1. That setting another changes nothing is what \
          we measured.
          """)),
    expected: .everywhere(
      .confirmed,
      because: "There is one main thread. Setting the width of this queue is ignored."),
    mutants: [
      .trace(of: "main-queue", "the width can be set") {
        $0.replacing(.enqueued) {
          $0.enqueueing = Event.Enqueueing(queue: Snapshot.Queue.main, width: 2)
        }
      },
      .trace(of: "main-queue", "nobody set it") { trace in
        trace.edited { $0.removeAll { $0.note == "asked for width 2" } }
      },
      .trace(of: "main-queue", "op2 begins while op1 runs") {
        $0.movingToFront(.began, of: "op2")
      },
    ]
  ) { runs in
    let run = try runs["main-queue"]
    let queue = Snapshot.Queue.main
    let asked = run.all(.noted, of: queue).first {
      $0.note.hasPrefix("asked for width ") && $0.note != "asked for width 1"
    }
    guard let asked else {
      throw MissingEvidence.premise("somebody asked for another width", program: run.program)
    }
    let meeting = try Meeting(in: run, queue: queue)
    try run.require(
      meeting.added.allSatisfy { asked.seq < $0.seq }, "the width was set before")
    // As the queue itself said when each of the two was added.
    let widths = meeting.added.compactMap(\.enqueueing?.width)
    return .confirmed(
      if: widths == [1, 1] && meeting.answer != .open
        && meeting.firstEnds.seq < meeting.secondBegins.seq,
      "\(asked.note) it still had width 1, and op2 began after op1 had ended",
      otherwise: "its width was \(widths.map(String.init).joined(separator: ", then "))",
      [asked] + meeting.evidence)
  }

  /// op1, which waits for op2 to begin, and op2, in one queue; nothing but the width of the queue
  /// can keep op2 from beginning.
  private struct Meeting {
    let added: [Evidence]
    let firstBegins: Evidence
    let answer: Event.Answer
    let waited: Evidence
    let firstEnds: Evidence
    let secondBegins: Evidence
    let secondEnds: Evidence

    init(in run: Run, queue: String, width: Int? = nil) throws {
      added = try ["op1", "op2"].map {
        try run.enqueued($0, in: queue, width: width, isSuspended: false, dependencies: [])
      }
      try run.requireNeverSuspended(queue)
      try run.requireNotCancelled("op1", "op2")
      (firstBegins, firstEnds) = try (run.first(.began, of: "op1"), run.first(.ended, of: "op1"))
      (secondBegins, secondEnds) = try (run.first(.began, of: "op2"), run.first(.ended, of: "op2"))
      (answer, waited) = try run.answer(to: "op1", waitingFor: "op2 has begun")
      let opened = try run.first(.opened, of: "op2 has begun")
      try run.require(
        firstBegins.seq < waited.seq && waited.seq < firstEnds.seq, "op1 waited in its body")
      try run.require(
        secondBegins.seq < opened.seq && opened.seq < secondEnds.seq
          && opened.thread == secondBegins.thread, "op2 opened the gate when it began")
      try run.require(added[1].seq < waited.seq, "op2 was added while op1 waited, or before")
    }

    var evidence: [Evidence] {
      added + [firstBegins, waited, firstEnds, secondBegins, secondEnds]
    }
  }
}
