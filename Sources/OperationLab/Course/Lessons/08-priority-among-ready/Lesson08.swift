/// Lesson 8; its page is `Lessons/08-priority-among-ready/README.md`.
enum Lesson08 {
  static let lesson = Lesson(
    8, "priority-among-ready", title: "What a priority does",
    question: """
      You give an operation a very high priority. Does it run before the others? And does that \
      mean that they run after it?
      """,
    programs: [
      fiveLevels,
      againstDependency,
      lateComer,
      priorityAsOrder,
      dependencyAsOrder,
    ],
    claims: [
      highestFirst,
      levelsHaveValues,
      dependencyComesFirst,
      noOvertaking,
      noOrder,
      dependencyIsAnOrder,
    ])
}
