import Foundation
import LabShared
import OperationCourse
import OperationDoctor
import OperationLab
import OperationTesting
import Testing

@testable import lab

@Suite("The commands around a lesson, in Chinese", .repeatable)
struct ChineseCommandsTests {
  private static let paper = {
    var paper = Paper.plain
    paper.language = .chinese
    return paper
  }()

  /// What goals, recaps, the test and the rules of `lab check` say.
  static let texts: [String] = {
    let goals = Goals.all.flatMap { [$0.task, $0.reason] }
    let recaps = Recaps.all.values.joined().flatMap { item in
      if case .choice(let choices) = item.question.form {
        return [item.question.question] + choices
      }
      return [item.question.question]
    }
    let reasons = Quiz.items.flatMap(\.why).flatMap { [$0.reason, $0.but].compactMap(\.self) }
    let rules = RuleWords.all.values.flatMap {
      [$0.statement, $0.cost, $0.cure].compactMap(\.self)
    }
    return goals + recaps + [Quiz.question] + reasons + rules
  }()

  @Test("has each goal, each question of a recap and of the test, and each rule")
  func translatesOthers() {
    for text in Self.texts { #expect(Language.chinese.text(text) != text) }
  }

  @Test("has what the help says of each command, and nothing else") @MainActor
  func translatesHelp() {
    let commands: [any Command.Type] = Lab.commands + [WelcomeCommand.self]
    let texts = commands.flatMap { [$0.abstract, $0.notes] + $0.allOptions.map(\.help) }
    let needed = Set(texts + [Help.exitStatus]).subtracting([""])
    #expect(needed.subtracting(Translation.help.keys) == [])
    #expect(Set(Translation.help.keys).subtracting(needed) == [])
    let screens =
      [Help.text("lab", Lab.commands, in: .chinese)]
      + commands.map { Help.text(of: $0, in: .chinese) }
    Self.expectNoEnglish(screens.flatMap { $0.split(separator: "\n").map(String.init) })
  }

  /// Four words in a row that are no command, no code and no expression.
  private static func expectNoEnglish(
    _ lines: [String], except code: [String] = [], at place: SourceLocation = #_sourceLocation
  ) {
    for line in lines where !line.contains(Invocation.current.command("")) {
      let isCode = code.contains { line.contains($0) }
      #expect(
        isCode || !line.contains(/[A-Za-z]{2,}( [a-z]{2,}){3}/), "\(line)", sourceLocation: place)
    }
  }

  @Test("is followed by a test without an English sentence, but for programs and what they print")
  func test() {
    let sheet = Sheet(columns: 80, rows: 40)
    var talk = QuizTalk(Quiz.items)
    var shown: [String] = []
    while !talk.isOver {
      shown += talk.screen(on: sheet, Self.paper)
      _ = talk.receive(.letter("1"), on: sheet, Self.paper)
    }
    let first = LearnerProgress.Test(date: nil, asked: 15, right: 3, reasoned: 1)
    for key in [true, false] {
      shown += QuizCommand.paper(showsKey: key, Self.paper).split(separator: "\n").map(String.init)
    }
    shown.append(QuizCommand.result(talk.answers, after: first, Self.paper))
    let code = Quiz.items.flatMap { $0.code.split(separator: "\n").map(String.init) + $0.choices }
    Self.expectNoEnglish(shown, except: code)
  }

  @Test("has a game whose goals, threads and answers are in Chinese")
  func game() throws {
    let goal = try #require(Goals.all.first { $0.id == "third-overtakes" })
    let sheet = Sheet(columns: 80, rows: 24)
    let stand = Decision.Stand(thread: "main", point: Point(subject: "count 1", kind: .began))
    let event = Event(seq: 0, ns: 0, thread: "main", subject: "count 3", kind: .ended)
    let run = Run(program: goal.program, outcome: .hangs, trace: Trace([event]))
    var game = Game([goal])
    var shown: [String] = []
    func show() {
      shown += GameScreen(game: game, code: nil, sheet: sheet, paper: Self.paper).lines
    }
    show()
    let decision = Decision(thread: "main", stands: [stand])
    game.receive(OrderedRun(order: Order(), decisions: [decision, decision], run: run))
    for key: Key in [
      .letter("?"), .letter("?"), .letter("b"), .letter("9"), .letter("z"), .letter("n"),
    ] {
      _ = game.receive(key, pages: 1)
      show()
    }
    for (key, answer) in [
      ("i", Solution.order(Order(["main"]))), ("s", .none(of: 6)), ("i", .none(of: 1)),
      ("s", .unknown(after: 9)),
    ] {
      _ = game.receive(.letter(Character(key)), pages: 1)
      show()
      game.receive(answer)
      show()
    }
    Self.expectNoEnglish(shown)
  }

  @Test(
    "goes on in commands that print no English sentence",
    arguments: [
      "", "--help", "list", "progress", "review --now --answers", "recap 5", "play", "find",
      "quiz --help", "play 6 --goal two-in-one --impossible",
      "play 6 --goal last-in-first-out --solution",
    ])
  func prints(_ words: String) throws {
    let words = words.split(separator: " ").map(String.init)
    let result = try LabProcess(arguments: words + ["--lang", "zh"]).run()
    #expect(result.status == 0 && result.errors == "")
    Self.expectNoEnglish(result.lines)
  }

  @Test("is asked again in Chinese, with answers and reasons")
  func review() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.url.appendingPathComponent("p").path
    let lesson = try #require(Lessons.find("4"))
    let program = lesson.mainLine[0]
    let asked = lesson.prediction(for: program).question
    try ProgressFile(path: path).predicted(
      4, program.name, asked: asked, answered: "no", right: false, was: "yes", because: nil,
      reasoned: nil)
    let result = try LabProcess.run(
      "review", "--now", "--answers", "--state", path, "--lang", "zh")
    #expect(result.status == 0 && result.output.contains(Language.chinese.text(asked)))
    Self.expectNoEnglish(result.lines)
  }
}
