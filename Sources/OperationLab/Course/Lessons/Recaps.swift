/// Questions about traces of earlier lessons. They come after lessons 5, 10, 17 and 21.
package enum Recaps {
  /// A question about the run of a program, which is shown with it.
  package struct Item: Sendable {
    /// The number of the lesson.
    package let lesson: Int
    /// The program whose trace is shown.
    package let program: String
    /// What is asked of it.
    package let question: Prediction
  }

  /// The recaps, by the lesson after which they come.
  package static let all: [Int: [Item]] = [
    5: [
      item(3, "article", .why("Why does op3 never start?", "op3")),
      item(3, "article", .why("op1 was started. Why does it not leave the queue?", "op1")),
      item(2, "wait-for-cancelled", .why("block was cancelled. Why is it not finished?", "block")),
      item(
        4, "cancelled",
        .first(
          "pour depends on boil. Which comes first in this trace?",
          ("start() of pour is called", .started("pour")),
          ("the body of boil ends", .ended("boil")))),
    ],
    10: [
      item(7, "cycle", .why("Why does egg never start?", "egg")),
      item(
        9, "main-by-hand", .why("main() of print has returned. Why does show not start?", "show")),
      item(10, "no-notification", .why("first is finished. Why does next not start?", "next")),
      item(10, "own-key", .why("Why is first still in its queue?", "first")),
      item(
        8, "late-comer",
        .first(
          "Which comes first?", ("the body of 'very low' ends", .ended("very low")),
          ("start() of 'very high' is called", .started("very high")))),
    ],
    17: [
      item(12, "silent", .why("Why does third never start?", "third")),
      item(14, "article", .why("first was cancelled. Why does it stay in its queue?", "first")),
      item(16, "never-finishes", .why("Why is transfer never released?", "transfer")),
      item(17, "wait-inside", .why("Why does 'tidy up' not finish?", "tidy up")),
      item(17, "wait-for-neighbour", .why("Why does download not start?", "download")),
      item(17, "never-resumed", .why("Why does op2 not start?", "op2")),
    ],
    21: [
      item(18, "article", .why("Why does 'connecting' never leave its queue?", "connecting")),
      item(19, "paused", .why("Why does next not start?", "next")),
      item(7, "remove-dependency", .why("It no longer depends on boil. What holds pour?", "pour")),
      item(3, "article", .why("Why does op10 never start?", "op10")),
    ],
  ]

  private static func item(_ lesson: Int, _ program: String, _ question: Prediction) -> Item {
    Item(lesson: lesson, program: program, question: question)
  }
}
