// What lesson 0 asks before it shows.
extension Lesson00 {
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
