/// Lesson 14; its page is `Lessons/14-every-exit-finishes/README.md`.
enum Lesson14 {
  static let lesson = Lesson(
    14, "every-exit-finishes", title: "Every way out of an operation",
    question: """
      An operation is cancelled before it starts. Its start() sees that and returns at once. What \
      becomes of the operations behind it in the queue?
      """,
    programs: [
      article,
      cancelledFinishes,
      oneExitForgotten,
      everyExit,
    ],
    claims: [
      articleCancelled,
      everyPath,
    ])
}
