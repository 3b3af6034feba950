import OperationLab
import OperationBench

extension Lesson23 {
  static let twoAtATimeInBoth = Claim(
    "A16i", in: "two-at-a-time",
    given: [.added(inQueue, to: "pictures", width: 2, dependencies: [])],
    expect: [
      .peak(2, of: inQueue), .peak(2, of: inGroup),
      .each(inQueue + inGroup) { [.happens(.ended($0))] },
    ])

  static let blockedPoolStandsStill = Claim(
    "A16j", in: "blocked-pool",
    given: [
      .added("open", to: "downloads", dependencies: []),
      .order(.began("wait 1"), .settled("wait 1", after: .began("wait 1")), .added("open")),
    ],
    expect: [
      .never(.began("open"), until: .settled("open")), .never(.ended("wait 1")),
      .flags(.executing, not: .finished, at: .settled("open")),
    ])

  static let otherPriorityBegins = Claim(
    "A16m", in: "other-priority",
    given: [
      .added(["next", "open"], to: "downloads", dependencies: []),
      .order(.began("wait 1"), .settled("wait 1", after: .began("wait 1")), .added("next")),
      .order(.firstSettled("next"), .added("open")),
      .flags(.executing, at: .firstSettled("next")),
    ],
    expect: [
      .notYet(.began("next"), at: .firstSettled("next")),
      .order(.began("open"), .ended("wait 1")), .order(.began("open"), .began("next")),
    ])
}
