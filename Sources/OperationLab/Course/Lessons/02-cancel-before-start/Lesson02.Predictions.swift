// What lesson 2 asks before it shows.
extension Lesson02 {
  static let predictions: [String: Prediction] = [
    "article": .flag(
      "block was cancelled and not started. Is it finished now?", .finished, at: .observed,
      of: "block", .mark(afterCancel)),
    "left-alone": .happens("Does the body of block run?", .began, of: "block"),
    "too-late": .flag(
      "block is cancelled after its end. Is it cancelled then?", .cancelled, at: .observed,
      of: "block", .mark(afterCancel)),
    "wait-for-cancelled": .ending(
      """
      block is cancelled and never started, and the main thread waits for its end. How \
      does this program end?
      """),
    "start-then-wait": .happens(
      "Now start() is called between. Does the body of block run?", .began, of: "block"),
  ]
}
