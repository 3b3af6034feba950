import OperationLab
import OperationTesting

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

  /// The program starts blocks in which each waits for the other's signal, and both end before the
  /// program looks at the operation again.
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
    in: "three-blocks",
    given: [
      .fact(.blocks(3), at: .started("blocks")),
      .order(.began("first"), .answered("first", gate: "second has begun"), .ended("first")),
      .order(.began("second"), .opened("second has begun"), .ended("second")),
      .order(.began("first"), .ended("second")),
      // Or it waited for something else than the first block's thread.
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
        On Linux the second is not called before the first has ended: start() never returns. \
        Apple's documentation speaks of concurrent execution.
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
    "C18c", "... and so may two blocks of a ConcurrentBlockOperation, on every platform.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "It gives each further block a thread of its own, and start() waits for all of them."
    ),
    in: "concurrent-blocks", given: eachWaitsForTheOther, expect: atTheSameTime)
}
