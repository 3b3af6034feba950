import Foundation
import OperationDownloads
import OperationBench

extension Lesson08 {
  static let highestFirst = Claim(
    "C22a", in: "five-levels",
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
    "C22b", in: "five-levels",
    given: [],
    expect: zip(levels, [-8, -4, 0, 4, 8]).map {
      .added($0.name, isSuspended: nil, priority: $1)
    })

  static let dependencyComesFirst = Claim(
    "A11", in: "against-dependency",
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

// The premises: five priorities, and two operations of which one waits for the other.
extension Lesson08 {
  static let levels: [(name: String, priority: Operation.QueuePriority)] = [
    ("very low", .veryLow), ("low", .low), ("normal", .normal), ("high", .high),
    ("very high", .veryHigh),
  ]

  /// wash is added first. Its body ends when cook has begun, or when the process is idle.
  static let washUntilCookBegins: [Trace.Condition] = [
    .neverSuspended("kitchen"), .neverCancelled("wash", "cook"),
    .order(.added("wash"), .added("cook")),
    .order(.began("wash"), .answered("wash", gate: "cooking"), .ended("wash")),
    .order(.began("cook"), .opened("cooking")),
    .sameThread(.began("cook"), .opened("cooking")),
  ]
}

// Priorities change nothing for a running operation, or if a slot is free.
extension Lesson08 {
  static let noOvertaking = Claim(
    "C22c", in: "late-comer",
    given: [
      .added("very low", to: "queue", width: 1, priority: -8, dependencies: []),
      .added("low", to: "queue", width: 1, priority: -4, dependencies: []),
      .added("very high", to: "queue", width: 1, priority: 8, dependencies: []),
      .neverSuspended("queue"), .neverCancelled("very low", "low", "very high"),
      .flags(.executing, at: .firstSettled("very low")),
      .order(
        .firstSettled("very low"), .added("low"), .added("very high"),
        .firstSettled("very high"), .ended("very low")),
    ],
    expect: [
      .flags(.ready, at: .firstSettled("very high")),
      .order(.ended("very low"), .began("very high"), .began("low")),
    ])

  static let noOrder = Claim(
    "C22d", in: "priority-as-order",
    given: washUntilCookBegins + [
      .added("wash", to: "kitchen", slots: 2, priority: 8, dependencies: []),
      .added("cook", to: "kitchen", slots: 2, priority: -8, dependencies: []),
      .not(
        .fact(
          .answer(gate: "cooking", answer: .shutWithoutThread),
          at: .answered("wash", gate: "cooking"))),
    ],
    expect: [
      .fact(.answer(gate: "cooking", answer: .open), at: .answered("wash", gate: "cooking")),
      .order(.began("cook"), .ended("wash")),
    ])

  static let dependencyIsAnOrder = Claim(
    "C22e", in: "dependency-as-order",
    given: washUntilCookBegins + [
      .added("wash", to: "kitchen", slots: 2, priority: 0, dependencies: []),
      .added("cook", to: "kitchen", slots: 2, priority: 0, dependencies: ["wash"]),
      .flags(not: .ready, at: .added("cook")),
    ],
    expect: [.order(.ended("wash"), .began("cook"))])

  static let qualityIsNoPriority = Claim(
    "C22f", in: "quality-of-service",
    given: (1...2).flatMap { width -> [Trace.Condition] in
      let (queue, backup, photo) = ("width \(width)", "backup \(width)", "photo \(width)")
      return [
        .added(
          [backup, photo], to: queue, width: width, isSuspended: true, priority: 0,
          dependencies: []),
        .order(.marked(has(.background), by: backup), .added(backup), .added(photo)),
        .order(.marked(has(.userInteractive), by: photo), .added(photo), .resumed(queue)),
        .happens(.began(backup), .began(photo)),
      ]
    } + [.order(.began("busy"), .resumed("width 2"), .ended("photo 2"), .ended("busy"))],
    expect: (1...2).map { .order(.began("backup \($0)"), .began("photo \($0)")) })
}
