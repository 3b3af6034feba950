import Foundation
import OperationDoctor
import OperationLab
import OperationTesting
import Testing

@testable import LabShared
@testable import OperationCourse
@testable import lab
@testable import labdocs

@Suite("A lesson in Chinese", .repeatable)
struct ChineseLoopTests {
  private static let paper = {
    var paper = Paper.plain
    paper.language = .chinese
    return paper
  }()

  /// Those of the course, and lesson 0.
  private static let numbers = [0] + Lessons.all.map(\.number)

  /// What a lesson asks and answers, as it is shown.
  private static func texts(of number: Int) throws -> [String] {
    let lesson = try #require(Lessons.find("\(number)"))
    var texts = [lesson.opening]
    for program in lesson.programs {
      let prediction = lesson.prediction(for: program)
      texts += [prediction.question, program.summary]
      // Lesson 0 asks for what a program prints.
      if number > 0, case .choice(let choices) = prediction.form { texts += choices }
      for why in prediction.why { texts += [why.reason, why.but ?? ""] }
      guard let answer = prediction.explanation else { continue }
      texts += [answer.because] + answer.otherwise.values
    }
    return texts + Goals.of(lesson).flatMap { [$0.task, $0.reason] }
  }

  @Test("has each question, choice, summary, reason and goal", arguments: numbers)
  func translatesTexts(number: Int) throws {
    for text in try Self.texts(of: number) where text.contains(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/) {
      #expect(Language.chinese.text(text) != text)
    }
  }

  /// A text that changes has another key: what is left of the old one is found here.
  @Test("has no translation of a text that is gone")
  func hasNoRest() throws {
    let texts = Set(try Self.numbers.flatMap(Self.texts) + ChineseCommandsTests.texts)
    for (folder, kept) in Translation.textsByFolder {
      for text in kept.keys where !texts.contains(text) {
        Issue.record("Lessons/\(folder)/texts.zh.json: \(text)")
      }
    }
  }

  @Test("has no translation with a gap that its English lacks")
  func keepsGaps() {
    func gaps(_ words: String) -> Set<Substring> { Set(words.matches(of: /%\d/).map(\.output)) }
    for (english, chinese) in Translation.texts {
      #expect(gaps(chinese).isSubset(of: gaps(english)), "\(english)")
    }
  }

  /// Timeline, prose, diagnosis and events of each run that the pages show. Names and notes may be English.
  @Test("tells its runs without an English sentence", arguments: Lessons.all.map(\.number))
  func tellsRuns(number: Int) throws {
    let lesson = try #require(Lessons.find("\(number)"))
    for run in try Self.keptRuns(of: lesson).values {
      let timeline = Timeline(run)
      let screen = LessonScreen(Self.paper)
      let texts =
        [timeline.text(in: .chinese), timeline.prose(in: .chinese), screen.reasons(run) ?? ""]
        + run.trace.events.map(screen.table.row)
      let names = run.trace.events.flatMap { [$0.subject, $0.note] }.filter { $0.contains(" ") }
      for text in texts {
        let words = names.reduce(text.replacing("\n", with: "")) { $0.replacing($1, with: "") }
        #expect(!words.contains(Self.sentence), "\(run.program): \(text)")
      }
    }
  }

  private static var sentence: some RegexComponent { /[A-Za-z]{2,}( [a-z]{2,}){3}/ }

  private static func keptRuns(of lesson: Lesson) throws -> [String: Run] {
    let root = try #require(Checkout.root)
    return try KeptRuns(beside: root.appendingPathComponent(Checkout.pagePath(of: lesson))).runs
  }

  /// Every screen of it, and every screen that can lie over one. Code and names are not words.
  @Test("shows no English sentence, but for code")
  func showsNoEnglish() throws {
    let lesson = try #require(Lessons.find("3"))
    let kept = try Self.keptRuns(of: lesson)
    let sheet = Sheet(columns: 80, rows: 40)
    var talk = Conversation(
      lesson.mainLine.map { Scene(lesson, $0, code: nil) },
      LessonFrame.of(lesson, lesson.mainLine, LearnerProgress([])))
    var shown: [String] = []
    func press(_ key: Key) -> Conversation.Effect {
      let effect = talk.receive(key, on: sheet, Self.paper)
      shown += talk.screen(on: sheet, Self.paper)
      return effect
    }
    for key in "?xzc" { _ = press(.letter(key)) }
    for _ in 0..<40 where !talk.isOver {
      guard case .run(let index) = press(.enter) == .none ? press(.letter("k")) : .none else {
        continue
      }
      let program = talk.scenes[index].program
      talk.receive(
        kept[program.name]
          ?? Run(program: program.name, outcome: program.expected(), trace: Trace([])))
      for key in "desx" { _ = press(.letter(key)) }
    }
    #expect(talk.isOver)
    // A command follows its reason.
    for line in shown where !line.contains(Invocation.current.command("")) {
      #expect(!line.contains(Self.sentence), "\(line)")
    }
  }
}
