import OperationLab
import OperationTesting

// What the claims presuppose.
extension Lesson05 {
  /// The main thread calls `start()` of an operation that is in no queue and has so many blocks.
  static func programStarts(_ operation: String, blocks: Int) -> [Trace.Condition] {
    [
      .never(.added(operation)), .onMain(.started(operation)),
      .fact(.blocks(blocks), at: .started(operation)),
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
        "可以看出,block是在主線程里執(zhí)行的,并沒有生成新的線程",
        "one sees that the block runs on the main thread and that no new thread was made",
        at: 292)),
    expected: .everywhere(
      .confirmed, basis: .reported("the log that article C prints"),
      because: "main() calls the first block like any closure."),
    in: "one-block",
    given: programStarts("only", blocks: 1) + [
      .order(.started("only"), .began("only"), .returned("only"))
    ],
    expect: [.sameThread(.started("only"), .began("only"))])

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
    in: "three-blocks",
    given: programStarts("blocks", blocks: 3) + [
      .order(.began("third"), inThirdBlock, .ended("third")),
      .sameThread(.began("third"), inThirdBlock),
      .each(["first", "second", "third"]) { [.order(.ended($0), afterStart)] },
    ],
    expect: [.flags(not: .finished, at: inThirdBlock), .flags(.finished, at: afterStart)])
}
