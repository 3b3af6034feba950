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
