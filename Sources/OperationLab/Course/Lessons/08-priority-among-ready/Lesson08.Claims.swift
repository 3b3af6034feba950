import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson08 {
  static let highestFirst = Claim(
    "C22a", "Among ready operations the queue starts the one of highest priority first.",
    origin: .article(
      .c,
      passage: .init(
        """
        For operations that are ready to execute, the operation queue always executes the \
        one with the highest priority relative to the other ready operations.
        """,
        """
        For operations that are ready to execute, the operation queue always executes the \
        one with the highest priority relative to the other ready operations.
        """,
        at: 577)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "Whenever a slot is free, the queue looks through its levels from the highest down."),
    in: "five-levels",
    given: levels.map {
      .added(
        $0.name, to: "queue", width: 1, isSuspended: true, priority: $0.priority.rawValue,
        dependencies: [])
    } + [
      .each(levels.map(\.name)) {
        [.flags(.ready, at: .added($0)), .order(.resumed("queue"), .began($0))]
      },
      .order(
        .added("very low"), .added("low"), .added("normal"), .added("high"), .added("very high"),
        .resumed("queue")),
    ],
    expect: [
      .order(
        .began("very high"), .began("high"), .began("normal"), .began("low"), .began("very low"))
    ])

  static let levelsHaveValues = Claim(
    "C22b", "There are five levels, of raw values -8, -4, 0, 4 and 8.",
    origin: .article(
      .a,
      passage: .init(
        "NSOperationQueuePriorityVeryLow = -8L",
        "the first of the five constants as declared, from -8 to 8",
        at: 134)),
    expected: .everywhere(
      .confirmed, basis: .reported("the declaration that article A prints"),
      because: "The values have gaps, but a queue knows no level between them."),
    in: "five-levels", given: [],
    expect: [
      .priority(-8, of: "very low"), .priority(-4, of: "low"), .priority(0, of: "normal"),
      .priority(4, of: "high"), .priority(8, of: "very high"),
    ])

  static let dependencyComesFirst = Claim(
    "A11", "Priority does not override dependencies.",
    origin: .documentation(page: ApplePage.queue),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "An operation with an unfinished dependency is not ready: it is not even compared."),
    in: "against-dependency",
    given: [
      .added(
        "dessert", to: "kitchen", width: 1, isSuspended: true, priority: 8, dependencies: ["soup"]),
      .added("salad", to: "kitchen", width: 1, isSuspended: true, priority: 0, dependencies: []),
      .added("soup", to: "kitchen", width: 1, isSuspended: true, priority: -8, dependencies: []),
      .each(["dessert", "salad", "soup"]) { [.order(.added($0), .resumed("kitchen"))] },
      .neverCancelled("dessert", "salad", "soup"),
      .order(.resumed("kitchen"), .began("salad")), .happens(.ended("soup"), .began("dessert")),
    ],
    expect: [
      .order(.began("salad"), .began("dessert")), .order(.ended("soup"), .began("dessert")),
    ])
}
