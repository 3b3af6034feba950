// What lesson 3 asks before it shows.
extension Lesson03 {
  static let predictions: [String: Prediction] = [
    "article": .count("How many of the ten operations start?", .started),
    "later-callback": .count("How many of the ten start now?", .started),
    "async-operation": .atOnce(
      "How many are under way at one moment, at most?", from: .started, to: .observed, of: names),
  ]
}
