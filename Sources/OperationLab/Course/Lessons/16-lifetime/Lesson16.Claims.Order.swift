import OperationDownloads
import OperationTesting

// A17: what comes first, the completion block or whatever else waits for the end.
extension Lesson16 {
  static let afterDependents = Claim(
    "A17d", "... but it need not have run when a dependent of the operation starts.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .reported("Stack Overflow, question 11413156, from iOS 8 and 9"),
      because: """
        Dependents wait for the end of the operation, not for its block. Here the block even \
        waits for the dependent, and both get what they want.
        """),
    in: "dependent-first",
    given: [
      .added("second", dependencies: ["first"]),
      .order(.ended("first"), .began("second")),
    ] + blockSaves(afterWaitingFor: "second"),
    expect: [.order(.began("second"), .marked(Marks.saved, by: "save"))])

  static let afterWaiters = Claim(
    "A17e", "... nor when waitUntilFinished() returns.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "Whoever waits is woken by the end; the block runs on a thread of its own."),
    in: "wait-returns-first",
    given: [
      .added("first"),
      .order(.waits("program", for: .operation("first")), .started("next")),
      .sameThread(.waits("program", for: .operation("first")), .started("next")),
      .order(.ended("first"), .started("next")),
    ] + blockSaves(afterWaitingFor: "next"),
    expect: [.order(.began("next"), .marked(Marks.saved, by: "save"))])

  static let byChance = Claim(
    "A17f", "Left to chance, the completion block runs before the dependent begins.", origin: .kit,
    expected: .everywhere(
      .refuted,
      basis: .reported("Stack Overflow, question 11413156, from iOS 8 and 9"),
      because: """
        Both are sent off at the same moment, to two threads. What works in one queue, or in a \
        hundred runs, is no rule: in the next queue it is the other way round.
        """),
    in: "left-to-chance",
    given: [.noThreadWaits, blockMayComeFirst]
      + rounds.flatMap { round in
        [.added("second \(round)", dependencies: ["first \(round)"])]
          + blockRuns("first \(round)")
          + [inBlock(of: "first \(round)", .marked(Marks.saved, by: "save \(round)"))]
      },
    expect: rounds.map(blockComesFirst))

  static let between = Claim(
    "A17g", "An operation between the two runs after the first and before the second.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Its place is made sure of by dependencies, and those are kept in every run."),
    in: "operation-between",
    given: [
      .added("first", slots: 2),
      .added("save", slots: 2, dependencies: ["first"]),
      .added("second", slots: 2, dependencies: ["save"]),
    ],
    expect: [.order(.ended("first"), .began("save"), .ended("save"), .began("second"))])
}
