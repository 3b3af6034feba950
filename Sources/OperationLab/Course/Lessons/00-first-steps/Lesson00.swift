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
    claims: [],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "one-block": .printed(
      "addOperation hands the block to the queue. Which line is printed first?",
      ["hello from the queue", "over"]),
    "which-thread": .printed(
      "Which thread runs the block?", ["the main thread", "another thread"]),
    "one-at-a-time": .printed(
      "maxConcurrentOperationCount is the width: how many run at once. Which is printed first?",
      ["first", "second"]),
    "dependency": .printed(
      "pour depends on boil, and stands before it in the list. Which is printed first?",
      ["boil", "pour"]),
    "states": .printed("What is the last line?", ["after: true", "after: false"]),
    "cancelled": .printed(
      "Nothing has started when work is cancelled. Which line is printed first?",
      ["working", "over"]),
  ]
}
