// What lesson 6 asks before it shows.
extension Lesson06 {
  static let predictions: [String: Prediction] = [
    "width-1": .atOnce(
      "How many of the two run at one moment, at most?", from: .began, to: .ended,
      of: ["op1", "op2"]),
    "width-2": .atOnce(
      "How many of the two run at one moment, at most?", from: .began, to: .ended,
      of: ["op1", "op2"]),
    "thread-dictionary": .mark(
      "The width is 1. Does fetch find what login left in its thread's dictionary?", of: "fetch",
      [("yes", found), ("no", foundNothing)]),
    "shared-box": .mark(
      "Does fetch find the token now?", of: "fetch",
      [("yes", found), ("no", foundNothing)]),
    "main-queue": .thread(
      "op2 is put into the main queue by another thread. Which thread runs it?", .began, of: "op2"),
  ]
}
