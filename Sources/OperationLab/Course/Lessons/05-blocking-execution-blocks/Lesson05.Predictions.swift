// What lesson 5 asks before it shows.
extension Lesson05 {
  static let predictions: [String: Prediction] = [
    "one-block": .thread("Which thread runs the block?", .began, of: "only"),
    "three-blocks": .sameThread(
      "Do first and second run on the same thread?", .began, of: "first", and: "second"),
    "blocks-that-meet": .ending(
      "Each of the two blocks waits for the other. How does this program end?"),
    "concurrent-blocks": .ending(
      "The same two blocks, on the kit's own class. How does this program end?"),
  ]
}
