/// Lesson 4; its page is `Lessons/04-cancel-ignores-dependencies/README.md`.
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
      early,
      removed,
    ],
    claims: [
      startsAfterDependency,
      cancelSkipsDependency,
      bodyIsSkipped,
      carefulStart,
      carelessStart,
      mayBeDeallocated,
      removedDependency,
    ])
}
