import OperationCourse
import OperationDoctor

/// The test on the screen: a program, what it prints, and why. Nothing is said before the end.
///
/// A value, like ``Conversation``: keys go in, screens come out.
struct QuizTalk {
  private let items: [Quiz.Item]
  /// The answers so far, in the order of the items.
  private(set) var answers: [Answer] = []
  /// What was said to the item whose reason is asked for.
  private var said: String?
  private var page = 0

  /// An answer and its reason. Empty for "I do not know".
  struct Answer: Equatable {
    let item: String
    let lesson: Int
    let said: String
    let isRight: Bool
    let because: String
    let isReasoned: Bool
  }

  init(_ items: [Quiz.Item]) { self.items = items }

  /// Whether all is answered.
  var isOver: Bool { answers.count == items.count }

  private var choices: [String] {
    let item = items[answers.count]
    return said == nil ? item.choices : item.why.map(\.reason)
  }

  /// Takes a key. Returns false when the learner leaves.
  mutating func receive(_ key: Key, on sheet: Sheet, _ paper: Paper) -> Bool {
    switch key.turning {
    case .gone, .letter("q"): return false
    case .letter("k"): answer("")
    case .letter(let letter):
      if let number = letter.wholeNumberValue, choices.indices.contains(number - 1) {
        answer(choices[number - 1])
      }
    case .line(let word): return word.first.map { receive(.letter($0), on: sheet, paper) } ?? true
    case .enter, .right, .down: page = min(page + 1, pages(on: sheet, paper).count - 1)
    case .left, .up, .back: page = max(page - 1, 0)
    default: break
    }
    return true
  }

  private mutating func answer(_ text: String) {
    let item = items[answers.count]
    guard let said else {
      said = text
      return text.isEmpty ? answer("") : ()
    }
    answers.append(
      Answer(
        item: item.id, lesson: item.lesson, said: said, isRight: said == item.answer,
        because: text, isReasoned: item.why.contains { $0.reason == text && $0.but == nil }))
    (self.said, page) = (nil, 0)
  }

  /// The lines of the whole screen.
  func screen(on sheet: Sheet, _ paper: Paper) -> [String] {
    let pages = pages(on: sheet, paper)
    let body = pages[min(page, pages.count - 1)]
    let say = paper.language
    let more: [Phrase] = page < pages.count - 1 ? ["Enter more code"] : []
    let keys: [Phrase] = ["press 1 to \(choices.count)"] + more + ["k I do not know", "q quit"]
    let heading = say("Test · \(answers.count + 1) of \(items.count)")
    return [paper.toned(heading, .strong), ""] + body
      + Array(repeating: "", count: max(0, sheet.room - body.count))
      + ["", sheet.footer(keys.map { say($0) }, paper)]
  }

  private func pages(on sheet: Sheet, _ paper: Paper) -> [[String]] {
    let item = items[answers.count]
    let asked = Self.question(said: said, choices, paper)
    let upper = Sheet(columns: sheet.columns, rows: sheet.rows - asked.count - 1)
    let code = item.code.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { ("  " + $0).folded(to: paper.width) }
    return upper.pages([code]).map { $0 + [""] + asked }
  }

  /// The question, or what was said to it and the question why.
  static func question(said: String?, _ choices: [String], _ paper: Paper) -> [String] {
    let (say, asked) = (paper.language, Quiz.question)
    let head =
      said.map { [say("\(text: asked) You said: \($0)"), say("Why?")] } ?? [say.text(asked)]
    let lines = choices.enumerated().flatMap { number, choice in
      "\(number + 1)  \(say.text(choice))".wrapped(to: paper.width, indent: 5, firstIndent: "  ")
        .split(separator: "\n").map(String.init)
    }
    return (head + lines).map { paper.toned($0, .strong) }
  }
}
