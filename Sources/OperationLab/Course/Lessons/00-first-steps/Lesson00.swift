/// Lesson 0, for readers who have never used an operation. Its page is
/// `Lessons/00-first-steps/README.md`. Its programs use plain Foundation, and print what they do.
enum Lesson00 {
  static let lesson = Lesson(
    0, "first-steps", title: "Operations and queues in five steps",
    question: """
      You have work to do that must not block the main thread. You add it to an OperationQueue. \
      When does it run, in which order, and how do you know that it has finished?
      """,
    programs: [
      oneBlock,
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
      "addOperation gives the block to the queue. Which line is printed first?",
      ["in the block, main thread: false", "after the wait"]),
    "one-at-a-time": .printed(
      "maxConcurrentOperationCount is how many run at once. Which line is printed first?",
      ["second", "first"]),
    "dependency": .printed(
      "The list that the queue gets begins with pour. Which line is printed first?",
      ["pour", "boil"]),
    "states": .printed(
      "What is the last line?", ["after: true", "after: false"]),
    "cancelled": .printed(
      "work is cancelled before it starts. Which line is printed first?",
      ["working", "after the wait"]),
  ]
}
