import OperationLab
import OperationDownloads
import OperationTesting

// Do the blocks of one operation run at the same time?
extension Lesson05 {
  static let blocksRunConcurrently = Claim(
    "C18",
    "... and the blocks run concurrently, the further ones on other threads than the first.",
    origin: .article(
      .c,
      passage: .init(
        "blcok1是在主線程中完成的,block2則是在一個(gè)新的線程中完成的",
        "block1 was done on the main thread, block2 on a new one",
        at: 322,
        alsoOn: ApplePage.blockOperation)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: ApplePage.blockOperation),
      because: """
        Foundation on Linux calls the blocks one after another on the calling thread; on macOS \
        they run at the same time, as the documentation says.
        """),
    mutants: [
      .passing("concurrent-blocks", as: "three-blocks"),
      .trace(of: "three-blocks", "the second block never begins") {
        $0.removing(.began, of: "second")
      },
      .trace(of: "three-blocks", "the first did not wait for the second") {
        $0.removing(.noted, of: "first")
      },
      .trace(of: "three-blocks", "the second had another thread, but too late") {
        $0.replacing(.began, of: "second") { $0.thread = "T1" }
      },
    ]
  ) { runs in
    let run = try runs["three-blocks"]
    try run.require(
      blockCount(run.first(.started, of: "blocks")) >= 3, "the operation has three blocks")
    let first = try (run.first(.began, of: "first"), run.first(.ended, of: "first"))
    let second = try (run.first(.began, of: "second"), run.first(.ended, of: "second"))
    let (answer, waited) = try run.answer(to: "first", waitingFor: "second has begun")
    try run.require(
      first.0.seq < waited.seq && waited.seq < first.1.seq, "the first block waited for the second")
    let opened = try run.first(.opened, of: "second has begun")
    try run.require(
      second.0.seq < opened.seq && opened.seq < second.1.seq,
      "the second block said that it had begun")
    let evidence = [first.0, waited, first.1, second.0, second.1]
    if second.0.seq < first.1.seq {
      try run.require(
        first.0.seq < second.1.seq, "the second block had not ended when the first began")
      return .confirmed(
        if: first.0.thread != second.0.thread && answer == .open,
        "first on \(first.0.thread) and second on \(second.0.thread), at the same time",
        otherwise: "both on \(first.0.thread)", evidence)
    }
    try run.require(
      answer != .open && first.0.thread == second.0.thread,
      "the second block waited for the thread of the first")
    return Judgement(
      .refuted,
      """
      first on \(first.0.thread), then second on \(second.0.thread): the first waited for the \
      second until nothing could happen any more
      """, evidence)
  }

  static let blocksCanMeet = Claim(
    "C18b", "Two blocks of one BlockOperation may wait for each other.", origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux the second is not called before the first has ended: start() never returns. \
        Apple's documentation speaks of concurrent execution.
        """),
    mutants: [
      .passing("concurrent-blocks", as: "blocks-that-meet"),
      .trace(of: "blocks-that-meet", "it is stuck elsewhere") {
        $0.removing(.waiting, of: "first")
      },
      .trace(of: "blocks-that-meet", "there is no second block") {
        $0.replacing(.started, of: "blocks") { $0.note = "" }
      },
      .trace(of: "concurrent-blocks", "the same blocks never meet") {
        $0.removing(.noted, of: "second is here")
      },
    ]
  ) { runs in
    // Blocks that do not wait for each other, or that would wait for ever anyway, show nothing.
    let control = try meeting(in: try runs["concurrent-blocks"])
    try runs["concurrent-blocks"].require(
      control.verdict == .confirmed, "the same two blocks meet, each on a thread of its own")
    return try meeting(in: try runs["blocks-that-meet"])
  }

  static let concurrentBlocksMeet = Claim(
    "C18c", "... and so may two blocks of a ConcurrentBlockOperation, on every platform.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "It gives each further block a thread of its own, and start() waits for all of them."
    ),
    mutants: [
      .passing("blocks-that-meet", as: "concurrent-blocks"),
      .trace(of: "concurrent-blocks", "the second does not wait for the first") {
        $0.removing(.waiting, of: "second")
      },
      .trace(of: "concurrent-blocks", "they begin one after the other") {
        $0.movingToEnd(.began, of: "second").movingToEnd(.ended, of: "second")
      },
      .trace(of: "concurrent-blocks", "both on one thread") {
        $0.replacing(.began) { $0.thread = "main" }
      },
    ]
  ) { runs in
    try meeting(in: try runs["concurrent-blocks"])
  }

  /// Whether the two blocks, each of which waits for the other, get to meet.
  private static func meeting(in run: Run) throws -> Judgement {
    try run.require(
      run.all(.enqueued, of: "blocks").isEmpty, "the program itself calls start()")
    let started = run.all(.started, of: "blocks").first
    let before = try started ?? run.first(.observed, of: "blocks")
    let names = ["first", "second"]
    let begins = names.flatMap { run.all(.began, of: $0) }
    if let only = begins.first, begins.count == 1 {
      // Stuck, and for this reason: the program's thread is in one block, and waits for the other.
      let other = names.first { $0 != only.subject } ?? ""
      let wait = try run.first(
        .waiting, of: only.subject, note: "for the signal '\(other) is here'")
      try run.require(blockCount(before) >= 2, "the operation has two blocks")
      try run.stuck("program", .blocked, waitsFor: ["blocks"])
      try run.require(
        only.thread == "main" && run.lastEvent(on: only.thread) == wait.event,
        "the program is stuck in the block that waits")
      return Judgement(
        .refuted, "the \(only.subject) block waits for the \(other), which never began",
        [before, only, wait, try run.last(.settled, of: "blocks")])
    }
    let (first, second) = try (
      Visit(of: "first", to: "second", in: run), Visit(of: "second", to: "first", in: run)
    )
    let after = try run.first(.observed, of: "blocks", note: "after start()")
    try run.require(
      [first, second].allSatisfy { before.seq < $0.began.seq && $0.ended.seq < after.seq }
        && after.state.contains(.finished), "both began and ended within start()")
    return .confirmed(
      if: first.began.thread != second.began.thread && first.began.seq < second.ended.seq
        && second.began.seq < first.ended.seq,
      "first on \(first.began.thread) and second on \(second.began.thread), at the same time",
      otherwise: "they were not there at the same time, on two threads",
      [before] + first.evidence + second.evidence + [after])
  }

  /// What a block does that sends its own signal and waits for that of the other.
  private struct Visit {
    let began: Evidence
    let sent: Evidence
    let waits: Evidence
    let ended: Evidence

    init(of name: String, to other: String, in run: Run) throws {
      began = try run.first(.began, of: name)
      sent = try run.first(.noted, of: "\(name) is here", note: "signal sent")
      waits = try run.first(.waiting, of: name, note: "for the signal '\(other) is here'")
      ended = try run.first(.ended, of: name)
      try run.require(
        began.thread == sent.thread && began.seq < sent.seq && sent.seq < ended.seq
          && began.seq < waits.seq && waits.seq < ended.seq,
        "the \(name) block sends its signal and waits for the \(other)")
    }

    var evidence: [Evidence] { [began, sent, waits, ended] }
  }
}
