/// The test before and after the course: short programs that no lesson shows, in `Lessons/quiz`.
package enum Quiz {
  /// A program, what it may print, and why.
  package struct Item: Decodable, Sendable {
    /// The name of its file.
    package let id: String
    /// The lesson to take if the answer or the reason is wrong.
    package let lesson: Int
    package let choices: [String]
    /// What it prints. A run decides that in the tests.
    package let answer: String
    package let why: [Reasons.Reason]

    /// Plain Swift, without its imports.
    package var code: String { Checkout.text("Lessons/quiz/\(id).swift") ?? "" }
  }

  package static let question = "What does it print?"

  package static let items: [Item] = Checkout.decoded("Lessons/quiz/quiz.json") ?? []
}
