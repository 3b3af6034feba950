import LabShared
import OperationCourse
import OperationDoctor
import OperationLab
import OperationTesting
import Testing

@testable import lab

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
    let texts = Set(try Self.numbers.flatMap(Self.texts))
    for (folder, kept) in Translation.textsByFolder {
      for text in kept.keys where !texts.contains(text) {
        Issue.record("Lessons/\(folder)/texts.zh.json: \(text)")
      }
    }
  }

  /// Every screen of it, and every screen that can lie over one. Code, names and events are not words.
  @Test("shows no English sentence, but for code and events")
  func showsNoEnglish() throws {
    let lesson = try #require(Lessons.find("3"))
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
      talk.receive(Run(program: program.name, outcome: program.expected(), trace: Trace([])))
      for key in "dx" { _ = press(.letter(key)) }
    }
    #expect(talk.isOver)
    // A command follows its reason.
    for line in shown where !line.contains(Invocation.current.command("")) {
      #expect(!line.contains(/[A-Za-z]{2,}( [a-z]{2,}){3}/), "\(line)")
    }
  }
}
