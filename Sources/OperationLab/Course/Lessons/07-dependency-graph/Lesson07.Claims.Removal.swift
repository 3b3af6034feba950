import OperationLab
import OperationTesting

// To wait no longer: by removing the dependency, or with a new operation.
extension Lesson07 {
  /// boil is in the kitchen, which has a slot beside that of boil, and runs when the process is idle.
  private static let boilRuns: [Trace.Condition] = [
    .added("boil", to: "kitchen", slots: 2, dependencies: []), .neverSuspended("kitchen"),
    .flags(.executing, at: .firstSettled("boil")), .order(.firstSettled("boil"), .ended("boil")),
  ]

  /// pour was told to remove its dependency, and has none left.
  private static let removed = Trace.Moment.marked(dependenciesLeft(0), by: "pour")

  static let removalIsIgnored = Claim(
    "A10",
    "removeDependency(_:) removes the dependency: the operation no longer waits for it.",
    origin: .article(
      .a,
      passage: .init(
        "删除一个依赖",
        "removes a dependency",
        at: 128,
        alsoOn: ApplePage.removeDependency)),
    expected: Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: ApplePage.removeDependency),
      because: """
        Foundation on Linux takes it off the list, but does not count it off: the operation goes \
        on waiting, and for ever, because the end of the other is no longer reported to it.
        """),
    in: "remove-dependency",
    given: boilRuns + [
      .added("pour", to: "kitchen", slots: 2, dependencies: ["boil"], losesDependencies: true),
      .neverCancelled("pour"), .order(.added("pour"), .firstSettled("boil"), removed),
      .order(removed, .settled("pour", after: removed), .ended("boil")),
      .any(.stuck("pour", .notReady), .order(removed, .started("pour"))),
      // If pour was ready and did not start, the system may have had no thread for it.
      .any(
        .order(.started("pour"), .ended("boil")),
        .flags(not: .ready, at: .settled("pour", after: removed))),
    ],
    expect: [.happens(.started("pour").before(.ended("boil")))])

  static let newOneRunsAtOnce = Claim(
    "A10b",
    """
    To cancel it and to add a new one without the dependency does what was meant: the new one \
    runs at once, the body of the old one never runs, and the queue lets go of both.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A cancelled operation is ready whatever its count says, and finishes without its body; \
        the new one never had anything to count.
        """),
    in: "new-operation",
    given: boilRuns + [
      .added("pour", to: "kitchen", slots: 2, dependencies: ["boil"]),
      .order(.added("pour"), .firstSettled("boil"), .cancelled("pour"), .ended("boil")),
      .flags(.cancelled, at: .settled("pour")),
      .added("pour at once", to: "kitchen", dependencies: []),
      .order(
        .firstSettled("boil"), .added("pour at once"), .firstSettled("pour at once"), .ended("boil")
      ),
      // If it was ready and did not begin, the system may have had no thread for it.
      .any(
        .order(.began("pour at once"), .ended("boil")),
        .flags(not: .ready, at: .firstSettled("pour at once"))),
    ],
    expect: [
      .order(.added("pour at once"), .began("pour at once"), .ended("boil")),
      .never(.began("pour")), .flags(.finished, at: .settled("pour")),
      .place(nil, at: .settled("pour")), .place(nil, at: .settled("pour at once")),
    ])
}
