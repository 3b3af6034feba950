import OperationLab
import OperationDownloads
import OperationTesting

// A17: when the completion block runs, and how often.
extension Lesson16 {
  static let onceFinished = Claim(
    "A17a", "The completion block runs once the operation is finished, cancelled or not.",
    origin: .article(
      .a,
      passage: .init(
        "当finished属性设置为YES时才会执行该回调",
        "the callback is run only when finished is set to YES",
        at: 149)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.completionBlock),
      because: "It is sent off by the report of the end, whatever brought it about."),
    in: "completion",
    given: blockRuns("done") + blockRuns("cancelled") + [
      .order(.ended("done"), .completed("done")),
      .order(.cancelled("cancelled"), .completed("cancelled")),
      inBlock(of: "done", .observed("done")),
      inBlock(of: "cancelled", .observed("cancelled")),
      .flags(not: .cancelled, at: .observed("done")),
      .flags(.cancelled, at: .observed("cancelled")),
    ],
    expect: [
      .flags(.finished, at: .observed("done")),
      .flags(.finished, at: .observed("cancelled")),
      .never(.began("cancelled")),
      .times(1, .completed, of: "done"),
      .times(1, .completed, of: "cancelled"),
    ])

  static let neverBefore = Claim(
    "A17b", "... and only then: never if it does not finish.",
    origin: .article(
      .a,
      passage: .init(
        "当finished属性设置为YES时才会执行该回调",
        "the callback is run only when finished is set to YES",
        at: 149)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.completionBlock),
      because: "Without the report there is nothing to send it off."),
    Scenario(
      "never-finishes",
      given: [
        .order(.marked(Marks.blockSet, by: "transfer"), .started("transfer")),
        .never(.marked(Marks.blockGone, by: "transfer")),
        .never(.announced("isFinished", by: "transfer")),
        .flags(not: .finished, at: .settled("transfer")),
      ],
      expect: [.never(.completed("transfer"))]),
    // The same block of an operation that does report.
    Scenario(
      "finishes",
      given: blockRuns("transfer"),
      expect: [.order(.finished("transfer"), .completed("transfer"))]))

  static let twiceFromMain = Claim(
    "A17c", "... but a subclass that reports finished in main() makes it run twice.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .reported(
        "pluralsight/PSOperations, issue 4, and ProcedureKit/ProcedureKit, issue 123"),
      because: """
        The inherited start() reports the end as well, after main(), and each report sends off \
        the block. Reports from iOS say the same. The remedy: main() does the work and reports \
        nothing.
        """),
    in: "finishes-in-main",
    given: blockRuns("transfer") + [
      .order(.began("transfer"), .finished("transfer"), .completed("transfer")),
      .sameThread(.began("transfer"), .announced("isFinished", by: "transfer")),
      // Only the inherited start() has set executing.
      .flags([.executing, .finished], at: .finished("transfer")),
      .times(1, .finished, of: "transfer"),
      .happens(.settled("transfer")),
    ],
    expect: [.times(2, .completed, of: "transfer")])
}
