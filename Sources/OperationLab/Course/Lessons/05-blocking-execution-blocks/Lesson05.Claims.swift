import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson05 {
  static let oneBlockRunsHere = Claim(
    "C16", "A block operation with one block runs it on the calling thread.",
    origin: .article(
      .c,
      passage: .init(
        "可以看出,block是在主線程里執(zhí)行的,并沒有生成新的線程",
        "one sees that the block runs on the main thread and that no new thread was made",
        at: 292)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "main() calls the first block like any closure."),
    mutants: [
      .trace(of: "one-block", "the block runs elsewhere") {
        $0.replacing(.began, of: "only") { $0.thread = "T1" }
      },
      .trace(of: "one-block", "the block never runs") { $0.removing(.began, of: "only") },
      .trace(of: "one-block", "there are two blocks") {
        $0.replacing(.started, of: "only") { $0.note = "with 2 blocks" }
      },
      .trace(of: "one-block", "it is started by a queue") {
        $0.inserting(.enqueued, of: "only")
      },
    ]
  ) { runs in
    let run = try runs["one-block"]
    let started = try startedByProgram("only", blocks: 1, in: run)
    let began = try run.first(.began, of: "only")
    let returned = try run.first(.returned, of: "only")
    try run.require(
      started.seq < began.seq && began.seq < returned.seq, "the block began inside start()")
    return .confirmed(
      if: started.thread == began.thread, "started and ran on \(began.thread)",
      otherwise: "started on \(started.thread), ran on \(began.thread)", [started, began])
  }

  static let startBlocks = Claim(
    "C17",
    """
    With further blocks added by addExecutionBlock, start() blocks its caller until every block \
    has ended.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        NSBlockOperation在調(diào)用start方法后會(huì)阻塞當(dāng)\
        前線程,等到所有的block執(zhí)行完后才會(huì)繼續(xù)執(zhí)行后面的代碼
        """,
        """
        after start was called, NSBlockOperation blocks the current thread; what follows \
        goes on only when all blocks have run
        """,
        at: 324)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "main() returns only after the last block, and start() only after main()."),
    mutants: [
      .trace(of: "three-blocks", "the third block ends after start() has returned") {
        $0.movingToEnd(.ended, of: "third")
      },
      .trace(of: "three-blocks", "a block never ends") { $0.removing(.ended, of: "second") },
      .trace(of: "three-blocks", "there is only one block") {
        $0.replacing(.started, of: "blocks") { $0.note = "" }
      },
    ]
  ) { runs in
    let run = try runs["three-blocks"]
    let started = try startedByProgram("blocks", blocks: 3, in: run)
    let begins = try blockNames(in: run).map { try run.first(.began, of: $0) }
    let ends = try blockNames(in: run).map { try run.first(.ended, of: $0) }
    let back = try run.first(.returned, of: "blocks")
    try run.require(
      back.thread == started.thread && begins.allSatisfy { started.seq < $0.seq },
      "no block began before start() was called")
    return .confirmed(
      if: ends.allSatisfy { $0.seq < back.seq }, "all three blocks had ended when start() returned",
      otherwise: "start() returned before the last block ended", [started] + ends + [back])
  }

  static let finishedWithTheLast = Claim(
    "C19", "A block operation is finished only when all of its blocks have finished.",
    origin: .article(
      .c,
      passage: .init(
        """
        When executing more than one block, the operation itself is considered finished \
        only when all blocks have finished executing.
        """,
        """
        When executing more than one block, the operation itself is considered finished \
        only when all blocks have finished executing.
        """,
        at: 267)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.blockOperation),
      because: "start() marks it finished after main(), which has run them all."),
    mutants: [
      .trace(of: "three-blocks", "it is finished while the third block runs") {
        $0.replacing(.observed, of: "blocks") {
          if $0.note == "in the third block" { $0.state = [.ready, .finished] }
        }
      },
      .trace(of: "three-blocks", "it is not finished after the last") {
        $0.replacing(.observed, of: "blocks") {
          if $0.note == "after start()" { $0.state = [.ready, .executing] }
        }
      },
      .trace(of: "three-blocks", "nobody looked while a block ran") {
        $0.movingToEnd(.began, of: "third")
      },
    ]
  ) { runs in
    let run = try runs["three-blocks"]
    try startedByProgram("blocks", blocks: 3, in: run)
    let during = try run.first(.observed, of: "blocks", note: "in the third block")
    let after = try run.first(.observed, of: "blocks", note: "after start()")
    let third = try run.first(.began, of: "third")
    let ends = try blockNames(in: run).map { try run.first(.ended, of: $0) }
    try run.require(
      third.seq < during.seq && during.seq < ends[2].seq && third.thread == during.thread,
      "somebody looked at the operation in its third block")
    try run.require(
      ends.allSatisfy { $0.seq < after.seq },
      "somebody looked at the operation when all blocks had ended")
    return .confirmed(
      if: !during.state.contains(.finished) && after.state.contains(.finished),
      "\(during.state) in the third block, \(after.state) when all had ended",
      otherwise: "\(during.state) in the third block, \(after.state) when all had ended",
      [during, after] + ends)
  }

  /// The blocks of the operation, all of which have begun: the three that are spoken of, and
  /// others, if there are any.
  private static func blockNames(in run: Run) throws -> [String] {
    let three = ["first", "second", "third"]
    let others = run.all(.began).map(\.subject).filter {
      !three.contains($0) && run.snapshot?.operation($0) == nil
    }
    try run.require(
      blockCount(try run.first(.started, of: "blocks")) == three.count + others.count,
      "all blocks have begun")
    return three + others
  }

  /// How many blocks an operation had when it was started.
  static func blockCount(_ started: Evidence) -> Int {
    started.note.isEmpty ? 1 : Int(started.note.split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  /// The event with which the program itself, on its own thread, started an operation of so many
  /// blocks: main is a thread that nobody is given by chance.
  @discardableResult
  static func startedByProgram(
    _ operation: String, blocks: Int, in run: Run
  ) throws -> Evidence {
    try run.require(
      run.all(.enqueued, of: operation).isEmpty, "the program itself calls \(operation).start()")
    let started = try run.first(.started, of: operation)
    try run.require(
      blocks == 1 ? blockCount(started) == 1 : blockCount(started) >= blocks,
      "\(operation) has \(blocks) blocks when it is started")
    try run.require(started.thread == "main", "\(operation).start() is called on the main thread")
    return started
  }
}
