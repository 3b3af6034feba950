/// Lesson 0, for somebody who has never seen an operation; its page is
/// `Lessons/00-first-steps/README.md`. Plain Foundation: what its programs do, they print.
enum Lesson00 {
  static let lesson = Lesson(
    0, "first-steps", title: "What operations and queues are for",
    question: """
      You have some work to do, and not on the main thread. You put it into an OperationQueue. When \
      does it run, in which order, and how do you know that it is over?
      """,
    programs: [
      oneBlock,
      whichThread,
      oneAtATime,
      dependency,
      states,
      cancelled,
    ],
    claims: [])
}
