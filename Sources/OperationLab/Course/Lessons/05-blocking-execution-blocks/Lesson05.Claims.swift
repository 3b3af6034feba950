import OperationLab
import OperationBench

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
    "C16", in: "one-block",
    given: programStarts("only", blocks: 1) + [
      .order(.started("only"), .began("only"), .returned("only"))
    ],
    expect: [.sameThread(.started("only"), .began("only"))])

  static let startBlocks = Claim(
    "C17", in: "three-blocks",
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
    "C19", in: "three-blocks",
    given: programStarts("blocks", blocks: 3) + [
      .order(.began("third"), inThirdBlock, .ended("third")),
      .sameThread(.began("third"), inThirdBlock),
      .each(["first", "second", "third"]) { [.order(.ended($0), afterStart)] },
    ],
    expect: [
      .flags(.executing, not: .finished, at: inThirdBlock),
      .flags(.finished, not: .executing, at: afterStart),
    ])
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
    "C18", in: "three-blocks",
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
    "C18b",
    Scenario(
      "concurrent-blocks", given: eachWaitsForTheOther + atTheSameTime, expect: []),
    Scenario(
      "blocks-that-meet",
      given: programStarts("blocks", blocks: 2) + [
        .any(waits("first", for: "second"), waits("second", for: "first"))
      ],
      expect: [.happens(.returned("blocks"))]))

  static let concurrentBlocksMeet = Claim(
    "C18c", in: "concurrent-blocks",
    given: eachWaitsForTheOther,
    expect: atTheSameTime)
}
