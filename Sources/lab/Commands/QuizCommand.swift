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
    let earlier = try file.load().tests
    let talk = Self.hold(QuizTalk(Quiz.items), console)
    guard talk.isOver else {
      console.show(console.language("Nothing is kept of a test that does not come to its end."))
      return .passed
    }
    try file.tested(talk.answers)
    console.show(Self.result(talk.answers, after: earlier.first, console.paper))
    return .passed
  }

  @MainActor
  private static func hold(_ beginning: QuizTalk, _ console: Console) -> QuizTalk {
    var talk = beginning
    let keyboard = Keyboard(isDirect: !console.isDumb && TerminalMode.enter(screen: true))
    defer { TerminalMode.leave() }
    while !talk.isOver {
      console.showScreen(talk.screen(on: console.sheet, console.paper.readable))
      guard talk.receive(keyboard.next(), on: console.sheet, console.paper.readable) else { break }
    }
    return talk
  }

  /// What came out, beside the first test if there was one, and which lessons to take.
  nonisolated static func result(
    _ answers: [QuizTalk.Answer], after first: LearnerProgress.Test?, _ paper: Paper
  ) -> String {
    let (now, say) = (LearnerProgress.Test(answers), paper.language)
    let open = Set(answers.filter { !$0.isRight || !$0.isReasoned }.map(\.lesson)).sorted()
    let lessons = open.compactMap { Lessons.find("\($0)") }.map {
      "  \($0.number)  \($0.title(in: say))"
    }
    return
      ([first.map { "The first time: \($0.words)" }, "Now: \(now.words)"].compactMap { $0 }
      .map { say($0).wrapped(to: paper.width) }
      + (lessons.isEmpty
        ? [say("You know all that it asks.")] : [say("Take these lessons:")] + lessons))
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
        : QuizTalk.question(said: nil, item.choices, sheet).dropFirst() + ["   " + say("Why?")]
          + QuizTalk.question(said: nil, item.why.map(\.reason), sheet).dropFirst()
      return ([head, "", item.code] + key).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
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
