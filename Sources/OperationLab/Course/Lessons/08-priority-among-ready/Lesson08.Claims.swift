import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

extension Lesson08 {
  static let levels: [(name: String, priority: Operation.QueuePriority)] = [
    ("very low", .veryLow), ("low", .low), ("normal", .normal), ("high", .high),
    ("very high", .veryHigh),
  ]

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
    mutants: [
      .trace(of: "five-levels", "in the order in which they were added") { trace in
        levels.reduce(trace) { $0.movingToEnd(.began, of: $1.name) }
      },
      .trace(of: "five-levels", "the middle one begins first") {
        $0.movingToFront(.began, of: "normal")
      },
      .trace(of: "five-levels", "one never begins") { $0.removing(.began, of: "low") },
      .trace(of: "five-levels", "the queue was not suspended while they were added") {
        $0.movingToFront(.resumed, of: "queue")
      },
      .trace(of: "five-levels", "they have no priorities") {
        $0.replacing(.enqueued) {
          $0.enqueueing = Event.Enqueueing(queue: "queue", width: 1, isSuspended: true)
        }
      },
      .trace(of: "five-levels", "the highest was added first") {
        $0.movingToFront(.enqueued, of: "very high")
      },
    ]
  ) { runs in
    let run = try runs["five-levels"]
    let resumed = try run.first(.resumed, of: "queue")
    let added = try levels.map {
      try run.enqueued(
        $0.name, in: "queue", width: 1, isSuspended: true, priority: $0.priority.rawValue,
        dependencies: [])
    }
    try run.require(
      zip(added, added.dropFirst() + [resumed]).allSatisfy { $0.seq < $1.seq },
      "the lowest was added first, the highest last, and all before the queue went on")
    try run.require(
      added.allSatisfy { $0.state.contains(.ready) }, "all of them were ready")
    let begun = try levels.map { try run.first(.began, of: $0.name) }.sorted { $0.seq < $1.seq }
    try run.require(resumed.seq < begun[0].seq, "none began before the queue went on")
    return .confirmed(
      if: begun.map(\.subject) == levels.map(\.name).reversed(),
      "they began in this order: \(begun.map(\.subject).joined(separator: ", "))",
      otherwise: "they began in this order: \(begun.map(\.subject).joined(separator: ", "))",
      added + [resumed] + begun)
  }

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
    mutants: [
      .trace(of: "five-levels", "high is 5") {
        $0.replacing(.enqueued, of: "high") {
          $0.enqueueing = Event.Enqueueing(queue: "queue", priority: 5)
        }
      },
      .trace(of: "five-levels", "all have the same") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "queue") }
      },
      .trace(of: "five-levels", "nobody has the lowest") { $0.removing(.enqueued, of: "very low") },
    ]
  ) { runs in
    let run = try runs["five-levels"]
    let added = try levels.map { try run.enqueued($0.name) }
    let values = added.compactMap(\.enqueueing?.priority)
    try run.require(Set(values).count == levels.count, "five operations had five priorities")
    return .confirmed(
      if: values == [-8, -4, 0, 4, 8], "from very low to very high: -8, -4, 0, 4, 8",
      otherwise: values.map(String.init).joined(separator: ", "), added)
  }

  static let dependencyComesFirst = Claim(
    "A11", "Priority does not override dependencies.",
    origin: .documentation(page: ApplePage.queue),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.queue),
      because: "An operation with an unfinished dependency is not ready: it is not even compared."),
    mutants: [
      .trace(of: "against-dependency", "dessert begins first") {
        $0.movingToFront(.began, of: "dessert")
      },
      .trace(of: "against-dependency", "dessert is added too late") {
        $0.movingToEnd(.enqueued, of: "dessert")
      },
      .trace(of: "against-dependency", "dessert is as unimportant as soup") {
        $0.replacing(.enqueued, of: "dessert") {
          $0.enqueueing = Event.Enqueueing(
            queue: "kitchen", width: 1, isSuspended: true, priority: -8, dependencies: ["soup"])
        }
      },
      .trace(of: "against-dependency", "soup never ends") { $0.removing(.ended, of: "soup") },
    ]
  ) { runs in
    let run = try runs["against-dependency"]
    let resumed = try run.first(.resumed, of: "kitchen")
    let added = [
      try course("dessert", after: ["soup"], in: run),
      try course("salad", after: [], in: run),
      try course("soup", after: [], in: run),
    ]
    let priorities = added.compactMap(\.enqueueing?.priority)
    try run.require(
      priorities[0] > priorities[1] && priorities[1] > priorities[2],
      "dessert had the highest priority, and soup the lowest")
    try run.require(added.allSatisfy { $0.seq < resumed.seq }, "all came before the queue went on")
    try run.requireNotCancelled("soup", "salad", "dessert")
    let soup = try run.first(.ended, of: "soup")
    let salad = try run.first(.began, of: "salad")
    let dessert = try run.first(.began, of: "dessert")
    try run.require(resumed.seq < salad.seq, "salad did not begin before the queue went on")
    return .confirmed(
      if: salad.seq < dessert.seq && soup.seq < dessert.seq,
      "salad, then soup; dessert began when soup had ended, although its priority is highest",
      otherwise: "dessert began before soup had ended, or before salad",
      added + [resumed, salad, soup, dessert])
  }

  private static func course(
    _ name: String, after dependencies: [String], in run: Run
  ) throws -> Evidence {
    try run.enqueued(
      name, in: "kitchen", width: 1, isSuspended: true,
      priority: run.enqueued(name).enqueueing?.priority, dependencies: dependencies)
  }
}
