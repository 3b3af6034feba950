import OperationDownloads
import OperationLab
import OperationTesting

// What priorities do to running operations, and where there are slots to spare: nothing.
extension Lesson08 {
  static let noOvertaking = Claim(
    "C22c", "... but it takes no slot away from an operation that is running.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Priorities are compared when a slot is free. Whoever came to an idle queue first has \
        started first, whatever its priority.
        """),
    in: "late-comer",
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
    "C22d", "... and it makes nobody wait: with a second slot, the lowest begins at once.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "A priority says who gets a slot first, not who must be over. That is a dependency."),
    in: "priority-as-order",
    given: washUntilCookBegins + [
      .added("wash", to: "kitchen", slots: 2, priority: 8, dependencies: []),
      .added("cook", to: "kitchen", slots: 2, priority: -8, dependencies: []),
      .not(
        .fact(
          .answer(gate: "cooking", .shutWithoutThread), at: .answered("wash", gate: "cooking"))),
    ],
    expect: [
      .fact(.answer(gate: "cooking", .open), at: .answered("wash", gate: "cooking")),
      .order(.began("cook"), .ended("wash")),
    ])

  static let dependencyIsAnOrder = Claim(
    "C22e",
    "A dependency is an order: cook does not begin before wash has ended, though a slot is free.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Until wash has finished, cook is not ready."),
    in: "dependency-as-order",
    given: washUntilCookBegins + [
      .added("wash", to: "kitchen", slots: 2, priority: 0, dependencies: []),
      .added("cook", to: "kitchen", slots: 2, priority: 0, dependencies: ["wash"]),
      .flags(not: .ready, at: .added("cook")),
    ],
    expect: [.order(.ended("wash"), .began("cook"))])
}
