import Foundation
import OperationCourse
import OperationDoctor

/// The test before and after the course.
struct QuizCommand: Command {
  static let name = "quiz"
  static let abstract = "a test before and after the course"
  static let operands = ""
  static let options = [
    OptionSpec("--answers", nil, "ask nothing: show the questions with their key"),
    .language,
  ]
  static let notes = """
    Take it before the first lesson and again after the last. Nothing is said until the end, and then
    which lessons to take. Elsewhere than on a terminal it prints the questions.
    """

  private let showsKey: Bool
  private let file: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    try arguments.refuseOperands(of: Self.self)
    showsKey = arguments.has("--answers")
    file = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    guard !showsKey, console.canAsk else {
      console.show(Self.paper(showsKey: showsKey, console.paper))
      return .passed
    }
    let first = try file.load().tests.first
    guard let answers = QuizTalk(items: Quiz.items, dialogue: Dialogue(console)).hold() else {
      console.show(console.language("Nothing is kept of a test that does not come to its end."))
      return .passed
    }
    try file.tested(answers)
    console.show("\n" + Self.result(answers, after: first, console.paper.readable))
    return .passed
  }

  /// What came out, beside the first test if there was one, what was answered, and which lessons to take.
  /// It does not have the key: the last test has the questions of the first.
  nonisolated static func result(
    _ answers: [QuizTalk.Answer], after first: LearnerProgress.Test?, _ paper: Paper
  ) -> String {
    let (now, say) = (LearnerProgress.Test(answers), paper.language)
    let counts: [Phrase] =
      (first.map { ["The first time: \($0.words)"] } ?? []) + ["Now: \(now.words)"]
    let lines = answers.enumerated().map { number, answer in
      let head = "\(number + 1)".leftPadded(to: 2) + "  "
      return (answer.said.isEmpty ? say("You did not know it.") : say(answer.words))
        .wrapped(to: paper.width, indent: 4, firstIndent: head)
    }
    let open = Set(answers.filter { !$0.isRight || !$0.isReasoned }.map(\.lesson)).sorted()
    let lessons = open.compactMap { Lessons.find("\($0)") }.map {
      "\($0.number)".leftPadded(to: 2) + "  " + $0.title(in: say)
    }
    return
      (counts.map { say($0).wrapped(to: paper.width) } + [""] + lines + [""]
      + [say(lessons.isEmpty ? "You know all that it asks." : "Take these lessons:")] + lessons)
      .joined(separator: "\n")
  }

  /// All questions, for a sheet of paper.
  nonisolated static func paper(showsKey: Bool, _ paper: Paper) -> String {
    let say = paper.language
    var sheet = Paper.plain
    sheet.language = say
    return Quiz.items.enumerated().map { number, item in
      let head = "\(number + 1). \(say.text(Quiz.question))"
      let reasons = item.why.map { why -> Phrase in
        why.but.map { "wrong: \(text: why.reason) \(text: $0)" } ?? "right: \(text: why.reason)"
      }
      let key =
        showsKey
        ? ["   " + say("It prints: \(item.answer) (lesson \(item.lesson))")]
          + reasons.map {
            say($0).wrapped(to: paper.width, indent: say == .english ? 10 : 7, firstIndent: "   ")
          }
        : [Dialogue.numbered(item.choices, sheet)] + ["   " + say("Why?")]
          + [Dialogue.numbered(item.why.map(\.reason), sheet)]
      return ([head, "", item.code] + key).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension QuizTalk.Answer {
  /// What was said, and whether it and its reason are right.
  fileprivate var words: [Phrase] {
    let answer: [Phrase] = ["You said '\(said)'.", isRight ? "Right." : "That is wrong."]
    if because.isEmpty { return answer + ["You chose no reason."] }
    if isRight, isReasoned { return answer + ["Your reason is right."] }
    return answer + ["Your reason: \(text: because)"] + (isRight ? ["That is not why."] : [])
  }
}

extension LearnerProgress.Test {
  /// `9 of 15 right, 7 of them for the right reason.`
  var words: Phrase { "\(right) of \(asked) right, \(reasoned) of them for the right reason." }

  init(_ answers: [QuizTalk.Answer]) {
    (asked, right) = (answers.count, answers.count(where: \.isRight))
    reasoned = answers.count { $0.isRight && $0.isReasoned }
  }
}
