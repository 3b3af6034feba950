// What lesson 4 asks before it shows.
extension Lesson04 {
  static let predictions: [String: Prediction] = [
    "waits": .first("Which begins first?", .began, of: ["boil", "pour"]),
    "cancelled": .first(
      "pour depends on boil and is cancelled while boil runs. Which comes first?",
      Milestone("the start() of pour", .started, of: "pour"),
      Milestone("the end of boil", .ended, of: "boil")),
    "careless-start": .happens(
      "Does the body of pour run, although pour was cancelled?", .began, of: "pour"),
    "careful-start": .happens("Does the body of pour run?", .began, of: "pour"),
    "let-go-early": .ending,
    "let-go-later": .ending,
  ]
}
