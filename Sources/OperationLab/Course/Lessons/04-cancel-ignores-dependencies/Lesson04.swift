/// Lesson 4. Its page is `Lessons/04-cancel-ignores-dependencies/README.md`.
enum Lesson04 {
  static let lesson = Lesson(
    4, "cancel-ignores-dependencies", title: "A cancelled operation and its dependencies",
    question: """
      'pour' depends on 'boil', and 'boil' is still running. You cancel 'pour'. Does the queue \
      still wait for 'boil' before it starts 'pour'?
      """,
    programs: [
      waits,
      cancelled,
      careless,
      careful,
    ],
    further: [
      early,
      removed,
      removedBeforeStart,
    ],
    claims: [
      startsAfterDependency,
      cancelSkipsDependency,
      bodyIsSkipped,
      carefulStart,
      carelessStart,
      mayBeDeallocated,
      removedDependency,
      mayBeRemovedBeforeStart,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "waits": .first("pour was added first. Which begins first?", .began, of: ["boil", "pour"]),
    "cancelled": .first(
      "pour depends on boil and is cancelled while boil runs. Which comes first?",
      ("start() of pour is called", .started("pour")),
      ("the body of boil ends", .ended("boil"))),
    "careless-start": .happens(
      "Does the body of pour run, although pour was cancelled?", .began("pour")),
    "careful-start": .happens("Does the body of pour run?", .began("pour")),
    "let-go-early": .ending,
    "let-go-later": .ending,
    "removed-before-start": .count(
      "How many of the two cancelled operations start?", .started, of: ["pour", "late pour"]),
  ]
}
