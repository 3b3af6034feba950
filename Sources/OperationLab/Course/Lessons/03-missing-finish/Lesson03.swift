/// Lesson 3; its page is `Lessons/03-missing-finish/README.md`.
enum Lesson03 {
  static let lesson = Lesson(
    3, "missing-finish", title: "Ten operations, two slots",
    question: """
      Ten operations go into a queue that runs two at a time. Two start; the other eight never do. \
      Nothing crashed and nothing is slow. Why?
      """,
    programs: [
      silence,
      laterCallback,
      baseClass,
    ],
    claims: [
      onlyTwoStart,
      allTenRun,
      baseClassRuns,
      leavesWhenFinished,
    ])
}
