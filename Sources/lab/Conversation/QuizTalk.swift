import OperationCourse
import OperationDoctor

/// The test as a dialogue: what each program prints, and why. Nothing is said of it before the end.
@MainActor
struct QuizTalk {
  let items: [Quiz.Item]
  let dialogue: Dialogue

  /// An answer and its reason. Empty for "I do not know".
  struct Answer: Equatable, Sendable {
    let item: String
    let lesson: Int
    let said: String
    let isRight: Bool
    let because: String
    let isReasoned: Bool

    init(_ item: Quiz.Item, said: String, because: String) {
      (self.item, lesson) = (item.id, item.lesson)
      (self.said, self.because) = (said, because)
      isRight = said == item.answer
      isReasoned = item.why.contains { $0.reason == because && $0.but == nil }
    }
  }

  /// - Returns: all answers. `nil` when the learner leaves before the end.
  func hold() -> [Answer]? {
    guard begin() else { return nil }
    var answers: [Answer] = []
    for (number, item) in items.enumerated() {
      dialogue.head("Test · \(number + 1) of \(items.count)")
      guard let answer = ask(item) else { return nil }
      answers.append(answer)
    }
    return answers
  }

  private func begin() -> Bool {
    dialogue.head("Test")
    dialogue.say(
      "There are \(items.count) short programs. Of each you say what it prints, and why.",
      "That takes about \(2 * items.count) minutes.")
    dialogue.say(
      "Nothing is said of your answers before the end.",
      "Nothing is kept of a test that you leave before its end.")
    return dialogue.goOn()
  }

  private func ask(_ item: Quiz.Item) -> Answer? {
    let code = item.code.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { ("  " + $0).folded(to: dialogue.paper.width) }
    dialogue.say([code.joined(separator: "\n").trimmedAtEnd])
    dialogue.head(Phrase(stringLiteral: Quiz.question))
    guard let said = dialogue.answer(.choice(item.choices)) else { return nil }
    if said.isEmpty { return Answer(item, said: "", because: "") }
    dialogue.head("You said: \(said)")
    dialogue.head("Why?")
    let because = dialogue.answer(.choice(item.why.map(\.reason)))
    return because.map { Answer(item, said: said, because: $0) }
  }
}
