import OperationLab
import OperationDownloads
import OperationTesting

// The claims of lesson 9 about the subclass that article E calls serial.
extension Lesson09 {
  static let oneAfterAnother = Claim(
    "E01",
    "The serial subclass with width 1: operations run strictly one after another.",
    origin: .article(
      .e,
      passage: .init(
        "使用的时候NSOperationQueue的最大并发数(maxConcurrentOperationCount)要设置为1",
        """
        when it is used, the maxConcurrentOperationCount of the NSOperationQueue must be \
        set to 1
        """,
        at: 577)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.width),
      because: """
        But the width alone does it. The lock in the subclass is one lock for each operation and \
        keeps nobody else out: with width 2 the same operations overlap.
        """),
    in: "serial",
    given: [
      .added(counts, to: "counts", width: 1, dependencies: []),
      .state([.ready, .executing], at: whileFirstRuns("count 1")),
      .order(
        whileFirstRuns("count 1"), .event(.observed, of: "count 1", .mark(lockIsHeld)),
        .ended("count 1")),
      .each(counts) { [.happens(.ended($0))] },
    ],
    expect: [
      .peak(1, of: counts, from: .began, to: .ended),
      .state([.ready], at: whileFirstRuns("count 2")),
      .state([.ready], at: whileFirstRuns("count 3")),
    ])

  static let widthDoesIt = Claim(
    "E01b",
    "The lock in that subclass makes nothing serial: with width 2, two of them run at once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Each operation has a lock of its own, and nobody else ever asks for it. Only the width \
        of the queue keeps the others out.
        """),
    in: "serial-wide",
    given: [
      .added(counts, to: "counts", width: 2, dependencies: []),
      .each(["count 1", "count 2"]) {
        [
          .flags(.executing, at: whileFirstRuns($0)),
          .happens(.event(.observed, of: $0, .mark(lockIsHeld))),
        ]
      },
    ],
    expect: [
      .differentThreads(.began("count 1"), .began("count 2")),
      .order(.began("count 1"), .ended("count 2")), .order(.began("count 2"), .ended("count 1")),
    ])
}
