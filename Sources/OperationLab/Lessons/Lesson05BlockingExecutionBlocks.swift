import Foundation

extension Lesson {
  static let blockingExecutionBlocks = Lesson(
    5, "blocking-execution-blocks", title: "One operation, several blocks",
    question: """
      A block operation has three blocks and is started on the main thread. Do the blocks run at \
      the same time? Does start() wait for all three?
      """,
    programs: [oneBlock, threeBlocks, blocksThatMeet, concurrentBlocks],
    claims: [oneBlockRunsHere, startBlocks, blocksRunConcurrently, finishedWithTheLast])

  private static let blockNames = ["first", "second", "third"]

  private static let oneBlock = Program(
    "one-block", role: .article, "A block operation with one block, started on the main thread."
  ) { bench in
    bench.block("only").start()
  }

  // snippet: three-blocks
  private static let threeBlocks = Program(
    "three-blocks", role: .article,
    "Foundation's BlockOperation. Its first block waits for the second, unless nobody will come."
  ) { bench in
    // snippet: three-blocks-body
    let secondBegins = bench.gate("second has begun")
    let operation = bench.blocks("blocks")
    operation.addBlock("first") { _ = secondBegins.waitUnlessQuiet() }
    operation.addBlock("second") { secondBegins.open() }
    operation.addBlock("third") { bench.observe(operation, note: "in the third block") }
    operation.start()
    bench.observe(operation, note: "after start()")
    // end snippet
  }
  // end snippet

  // snippet: blocks-that-meet
  /// BROKEN ON PURPOSE: relies on blocks running at the same time, as the documentation promises.
  private static let blocksThatMeet = Program(
    "blocks-that-meet", role: .broken,
    "Foundation's BlockOperation. Its first block waits for the second, for as long as it takes.",
    expected: .hangs, onDarwin: .completes
  ) { bench in
    let second = DispatchSemaphore(value: 0)
    let operation = bench.blocks("blocks")
    operation.addBlock("first") { second.wait() }
    operation.addBlock("second") { second.signal() }
    operation.start()
  }
  // end snippet

  // snippet: concurrent-blocks
  private static let concurrentBlocks = Program(
    "concurrent-blocks", role: .fixed,
    "The kit's ConcurrentBlockOperation: what the documentation promises, on every platform."
  ) { bench in
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let operation = ConcurrentBlockOperation([
      { bench.log("first").during { meet(first, second) } },
      { bench.log("second").during { meet(second, first) } },
    ])
    operation.name = "blocks"
    bench.watch(operation)
    bench.log("blocks")(.started, operation)
    operation.start()
    bench.log("blocks")(.returned, operation)
  }
  // end snippet

  /// Both come here, and neither goes on without the other.
  private static func meet(_ own: DispatchSemaphore, _ other: DispatchSemaphore) {
    own.signal()
    other.wait()
  }

  private static let oneBlockRunsHere = Claim(
    "C16", "A block operation with one block runs it on the calling thread.", source: .c,
    expected: .everywhere(.confirmed, because: "main() calls the first block like any closure."),
    mutants: [
      .trace(of: "one-block", "the block runs elsewhere") {
        $0.replacing(.began, of: "only") { $0.thread = "T1" }
      },
      .trace(of: "one-block", "the block never runs") { $0.removing(.began, of: "only") },
    ]
  ) { runs in
    let run = try runs["one-block"]
    let started = try run.first(.started, of: "only")
    let began = try run.first(.began, of: "only")
    return .confirmed(
      if: started.thread == began.thread, "started and ran on \(began.thread)",
      otherwise: "started on \(started.thread), ran on \(began.thread)", [started, began])
  }

  private static let startBlocks = Claim(
    "C17",
    """
    With further blocks added by addExecutionBlock, start() blocks its caller until every block \
    has ended.
    """,
    source: .c,
    expected: .everywhere(
      .confirmed,
      because: "main() returns only after the last block, and start() only after main()."),
    mutants: [
      .trace(of: "three-blocks", "the third block ends after start() has returned") {
        $0.movingToEnd(.ended, of: "third")
      },
      .trace(of: "three-blocks", "a block never ends") { $0.removing(.ended, of: "second") },
    ]
  ) { runs in
    let run = try runs["three-blocks"]
    let ends = try blockNames.map { try run.first(.ended, of: $0) }
    let back = try run.first(.returned, of: "blocks")
    return .confirmed(
      if: ends.allSatisfy { $0.seq < back.seq }, "all three blocks had ended when start() returned",
      otherwise: "start() returned before the last block ended", ends + [back])
  }

  private static let blocksRunConcurrently = Claim(
    "C18",
    "... and the blocks run concurrently, the further ones on other threads than the first.",
    source: .c,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        Foundation on Linux calls the blocks one after another on the calling thread; on macOS \
        they run at the same time, as the documentation says.
        """),
    mutants: [
      .passing("concurrent-blocks", as: "three-blocks"),
      .trace(of: "three-blocks", "the second block never begins") {
        $0.removing(.began, of: "second")
      },
    ]
  ) { runs in
    let run = try runs["three-blocks"]
    let first = try (run.first(.began, of: "first"), run.first(.ended, of: "first"))
    let second = try (run.first(.began, of: "second"), run.first(.ended, of: "second"))
    let overlaps = second.0.seq < first.1.seq && first.0.seq < second.1.seq
    return .confirmed(
      if: overlaps && first.0.thread != second.0.thread,
      "first on \(first.0.thread) and second on \(second.0.thread), at the same time",
      otherwise: """
        first on \(first.0.thread), then second on \(second.0.thread): the first waited for the \
        second until nothing could happen any more
        """, [first.0, first.1, second.0, second.1])
  }

  private static let finishedWithTheLast = Claim(
    "C19", "A block operation is finished only when all of its blocks have finished.", source: .c,
    expected: .everywhere(
      .confirmed, because: "start() marks it finished after main(), which has run them all."),
    mutants: [
      .trace(of: "three-blocks", "it is finished while the third block runs") {
        $0.replacing(.observed, of: "blocks") { $0.state = [.ready, .finished] }
      },
      .trace(of: "three-blocks", "it is not finished after the last") {
        $0.replacing(.observed, of: "blocks") { $0.state = [.ready, .executing] }
      },
    ]
  ) { runs in
    let run = try runs["three-blocks"]
    let during = try run.first(.observed, of: "blocks", note: "in the third block")
    let after = try run.first(.observed, of: "blocks", note: "after start()")
    let ends = try blockNames.map { try run.first(.ended, of: $0) }
    return .confirmed(
      if: !during.state.contains(.finished) && after.state.contains(.finished)
        && ends.allSatisfy { $0.seq < after.seq },
      "\(during.state) in the third block, \(after.state) after it",
      otherwise: "\(during.state) in the third block, \(after.state) after it",
      [during, after] + ends)
  }
}
