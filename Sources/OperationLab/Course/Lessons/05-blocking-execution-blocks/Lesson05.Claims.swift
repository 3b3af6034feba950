import OperationLab
import OperationTesting

// The premises.
extension Lesson05 {
  /// The main thread calls `start()` of an operation that is in no queue and has so many blocks.
  static func programStarts(_ operation: String, blocks: Int) -> [Trace.Condition] {
    [
      .never(.added(operation)), .onMain(.started(operation)),
      .fact(.blocks(count: blocks), at: .started(operation)),
    ]
  }

  private static let inThirdBlock = Trace.Moment.observed("blocks").after(.began("third"))
  private static let afterStart = Trace.Moment.observed("blocks").after(.returned("blocks"))
}

extension Lesson05 {
  static let oneBlockRunsHere = Claim(
    "C16", "A block operation with one block runs it on the calling thread.",
    origin: .article(
      .c,
      passage: .init(
        "可以看出,block是在主線程里執行的,并沒有生成新的線程",
        "one sees that the block runs on the main thread and that no new thread was made",
        at: 292)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "main() calls the first block as it would call any closure."),
    in: "one-block",
    given: programStarts("only", blocks: 1) + [
      .order(.started("only"), .began("only"), .returned("only"))
    ],
    expect: [.sameThread(.started("only"), .began("only"))])

  static let startBlocks = Claim(
    "C17",
    """
    With more blocks added by addExecutionBlock, start() blocks its caller until every block has \
    returned.
    """,
    origin: .article(
      .c,
      passage: .init(
        """
        NSBlockOperation在調用start方法后會阻塞當\
        前線程,等到所有的block執行完后才會繼續執行后面的代碼
        """,
        """
        after start was called, NSBlockOperation blocks the current thread; the code that follows \
        runs only when all blocks have run
        """,
        at: 324)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "main() returns only after the last block, and start() only after main()."),
    in: "three-blocks",
    given: programStarts("blocks", blocks: 3) + [
      .sameThread(.started("blocks"), .returned("blocks")),
      .each(["first", "second", "third"]) { [.order(.started("blocks"), .began($0))] },
    ],
    expect: [
      .all(
        "all three blocks had ended when start() returned",
        .order(.ended("first"), .returned("blocks")),
        .order(.ended("second"), .returned("blocks")),
        .order(.ended("third"), .returned("blocks")))
    ])

  static let finishedWithTheLast = Claim(
    "C19", "A block operation is finished only when all of its blocks have returned.",
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
      because: "main() runs all blocks, and start() sets finished after main()."),
    in: "three-blocks",
    given: programStarts("blocks", blocks: 3) + [
      .order(.began("third"), inThirdBlock, .ended("third")),
      .sameThread(.began("third"), inThirdBlock),
      .each(["first", "second", "third"]) { [.order(.ended($0), afterStart)] },
    ],
    expect: [.flags(not: .finished, at: inThirdBlock), .flags(.finished, at: afterStart)])
}

// Do the blocks of one operation run at the same time?
extension Lesson05 {
  /// The block sends its signal, and then waits for the other's.
  private static func waits(_ block: String, for other: String) -> Trace.Condition {
    .all(
      "\(block) waits for \(other)", .sameThread(.began(block), sent(by: block)),
      .order(.began(block), sent(by: block), .waits(block, for: .signal("\(other) is here"))))
  }

  private static func sent(by block: String) -> Trace.Moment {
    .marked(Signal.isSent, by: "\(block) is here")
  }

  /// Each of two blocks waits for the other's signal. Both return before the program reads the
  /// operation's state again.
  private static let eachWaitsForTheOther: [Trace.Condition] = [
    .never(.added("blocks")), waits("first", for: "second"), waits("second", for: "first"),
    .each(["first", "second"]) {
      [
        .order(.observed("blocks"), .began($0)),
        .order(sent(by: $0), .ended($0), .observed("blocks").last),
      ]
    },
    .flags(.finished, at: .observed("blocks").last),
  ]

  private static let atTheSameTime: [Trace.Condition] = [
    .differentThreads(.began("first"), .began("second")),
    .order(.began("first"), .ended("second")), .order(.began("second"), .ended("first")),
  ]

  static let blocksRunConcurrently = Claim(
    "C18",
    """
    The blocks of one BlockOperation run concurrently, the added ones on other threads than the \
    first.
    """,
    origin: .article(
      .c,
      passage: .init(
        "blcok1是在主線程中完成的,block2則是在一個新的線程中完成的",
        "block1 was done on the main thread, block2 on a new one",
        at: 322,
        alsoOn: ApplePage.blockOperation)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: ApplePage.blockOperation),
      because: """
        Foundation on Linux calls the blocks one after another on the calling thread. On macOS \
        they run at the same time, as the documentation says.
        """),
    in: "three-blocks",
    given: [
      .fact(.blocks(count: 3), at: .started("blocks")),
      .order(.began("first"), .answered("first", gate: "second has begun"), .ended("first")),
      .order(.began("second"), .opened("second has begun"), .ended("second")),
      .order(.began("first"), .ended("second")),
      // Otherwise it waited for something other than the first block's thread.
      .any(
        .order(.began("second"), .ended("first")), .sameThread(.began("first"), .began("second"))),
    ],
    expect: [
      .order(.began("second"), .ended("first")),
      .differentThreads(.began("first"), .began("second")),
    ])

  static let blocksCanMeet = Claim(
    "C18b", "Two blocks of one BlockOperation may wait for each other.", origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux the second block is not called before the first has returned, so start() never \
        returns. Apple's documentation promises concurrent execution.
        """),
    Scenario(
      "concurrent-blocks", given: eachWaitsForTheOther + atTheSameTime, expect: []),
    Scenario(
      "blocks-that-meet",
      given: programStarts("blocks", blocks: 2) + [
        .any(waits("first", for: "second"), waits("second", for: "first"))
      ],
      expect: [.happens(.returned("blocks"))]))

  static let concurrentBlocksMeet = Claim(
    "C18c", "Two blocks of a ConcurrentBlockOperation may wait for each other on every platform.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "Each block after the first runs on a thread of its own. start() waits for all."
    ),
    in: "concurrent-blocks", given: eachWaitsForTheOther, expect: atTheSameTime)
}
