import OperationCourse
import OperationLab
import OperationBench
import Testing

@testable import LabKit

@Suite("The reasons of answers", .repeatable, .elsewhere)
struct ReasonTests {
  private static let lessons = [Lessons.first] + Lessons.all

  @Test("are there for each choice of each question of the main line", arguments: lessons)
  func areWhole(_ lesson: Lesson) throws {
    let reasons = try #require(lesson.reasons)
    #expect(Set(reasons.answers.keys).isSuperset(of: lesson.mainLine.map(\.name)))
    #expect(Set(reasons.answers.keys).isSubset(of: lesson.programs.map(\.name)))
    #expect(reasons.answers[reasons.main] != nil)
    for program in lesson.mainLine {
      let prediction = lesson.prediction(for: program)
      let answer = try #require(prediction.explanation)
      #expect(!answer.because.isEmpty)
      switch prediction.form {
      // Any number can be said.
      case .number: #expect(answer.otherwise["*"] != nil, "\(program.name)")
      case .choice(let choices):
        for choice in choices where choice != answer.answer {
          #expect(answer.refutation(of: choice) != nil, "\(program.name): \(choice)")
        }
        let known = answer.otherwise.keys.filter { $0 != "*" }
        #expect(known.allSatisfy(choices.contains), "\(program.name)")
      }
      #expect(answer.refutation(of: answer.answer) == nil)
    }
  }

  @Test("are about what the run answers", arguments: lessons)
  func areAboutTheRun(_ lesson: Lesson) throws {
    let runs = Runs(try LessonRun.first(of: lesson).runs)
    for program in lesson.mainLine {
      let prediction = lesson.prediction(for: program)
      let answer = try #require(try prediction.result(of: runs[program.name])).answer
      #expect(
        Platform.current == .darwin || prediction.explanation?.answer == answer,
        "lesson \(lesson.number), \(program.name)")
      #expect(
        prediction.reasons(said: "none of these", was: "an answer of another platform").isEmpty)
    }
  }

  @Test(
    "are three or four for the main question, of which one is right, and not always in one place")
  func areThree() throws {
    var places: Set<Int> = []
    for lesson in Self.lessons {
      let why = try #require(lesson.reasons).why
      #expect((3...4).contains(why.count) && Set(why.map(\.reason)).count == why.count)
      let right = why.indices.filter { why[$0].but == nil }
      #expect(right.count == 1, "lesson \(lesson.number)")
      places.formUnion(right)
    }
    #expect(places.count == 3)
  }

  @Test("have the belief behind each wrong answer to the main question", arguments: lessons)
  func haveTheBelief(_ lesson: Lesson) throws {
    let reasons = try #require(lesson.reasons)
    let program = try #require(lesson.program(named: reasons.main))
    let answer = try #require(reasons.answers[reasons.main])
    // Of a number, those that a belief leads to.
    var wrong = Set(answer.otherwise.keys).subtracting(["*"])
    if case .choice(let choices) = lesson.prediction(for: program).form {
      wrong.formUnion(choices.filter { $0 != answer.answer })
    }
    let behind = reasons.why.filter { $0.but != nil }.flatMap { $0.behind ?? [] }
    #expect(!wrong.isEmpty && Set(behind) == wrong && behind.count == wrong.count)
    #expect(reasons.why.allSatisfy { $0.but != nil || $0.behind == nil })
    let refutations = reasons.why.compactMap(\.but)
    #expect(reasons.why.allSatisfy { !refutations.contains($0.reason) })
  }

  @Test("name code that is there", arguments: lessons)
  func nameCode(_ lesson: Lesson) throws {
    let code = try #require(ProgramCode(of: lesson))
    for (program, names) in try #require(lesson.reasons).code ?? [:] {
      let pieces = try #require(code.pieces(of: program), "\(program)")
      for name in names {
        let piece = ProgramCode.Piece.named(name, in: pieces)
        #expect(piece.map { $0.lines.count > 2 } == true, "lesson \(lesson.number): \(name)")
      }
    }
  }
}
