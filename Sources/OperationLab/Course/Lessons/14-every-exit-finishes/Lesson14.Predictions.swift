// What lesson 14 asks before it shows.
extension Lesson14 {
  static let predictions: [String: Prediction] = [
    "article": .happens(
      """
      first is cancelled before it starts, and its start() returns at once. Does next ever \
      start?
      """, .started, of: "next"),
    "cancelled-finishes": .happens("Does next start now?", .started, of: "next"),
    "one-exit-forgotten": .count("How many of the five downloads start?", .started),
    "every-exit": .count("How many of the five start now?", .started),
  ]
}
