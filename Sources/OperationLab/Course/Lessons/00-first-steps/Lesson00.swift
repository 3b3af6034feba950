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
      ["in the block, main thread: false", "after the wait"],
      because: "waitUntilAllOperationsAreFinished returns when the block has returned."),
    "one-at-a-time": .printed(
      "maxConcurrentOperationCount is how many run at once. Which line is printed first?",
      ["second", "first"],
      because: "With one at a time and equal priorities, the queue takes the older one."),
    "dependency": .printed(
      "The list that the queue gets begins with pour. Which line is printed first?",
      ["pour", "boil"],
      because: "pour is not ready before boil has finished, wherever it stands in the list."),
    "states": .printed(
      "What is the last line?", ["after: true", "after: false"],
      because: "The queue runs the operation, and an operation that has run is finished."),
    "cancelled": .printed(
      "work is cancelled before it starts. Which line is printed first?",
      ["working", "after the wait"],
      because: "The queue starts it, and start() finishes a cancelled operation without its work."),
  ]
}
