import OperationBench

/// Lesson 23. Its page is `Lessons/23-width-and-blocking/README.md`.
enum Lesson23 {
  static let lesson = Lesson(
    23, "width-and-blocking", title: "How many tasks at a time",
    question: """
      Your app loads a hundred pictures with tasks. How do you let only two of them run at a time? \
      And what happens if tasks block their threads?
      """,
    programs: [
      twoAtATime,
      blockedPool,
      otherPriority,
      awaitingPool,
    ],
    claims: [
      twoAtATimeInBoth,
      blockedPoolStandsStill,
      otherPriorityBegins,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "two-at-a-time": .atOnce(
      "The group adds a task when one has ended. How many of its downloads run at one moment, at most?",
      from: .began, to: .ended, of: inGroup),
    "blocked-pool": .happens(
      "As many tasks as there are cores block their threads. Does the task of 'open' ever begin?",
      .began("open")),
    "other-priority": .happens(
      "Now the task of 'open' has a higher priority than those that block. Does it ever begin?",
      .began("open")),
    "awaiting-pool": .first(
      "Now the tasks await instead of blocking. Which comes first?",
      ("the task of 'open' begins", .began("open")),
      ("the task of 'wait 1' ends", .ended("wait 1"))),
  ]
}

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
