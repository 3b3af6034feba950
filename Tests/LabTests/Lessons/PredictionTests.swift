import OperationCourse
import OperationLab
import OperationBench
import Testing

@testable import LabKit

@Suite("Predictions", .repeatable, .elsewhere)
struct PredictionTests {
  @Test(
    "are answered by a real run of every program, with an answer that could be chosen",
    arguments: [Lessons.first] + Lessons.all)
  func areAnswered(_ lesson: Lesson) throws {
    let runs = Runs(try LessonRun.first(of: lesson).runs)
    for program in lesson.programs {
      let prediction = lesson.prediction(for: program)
      let run = try runs[program.name]
      let result = try #require(
        prediction.result(of: run), "lesson \(lesson.number), \(program.name)")
      switch prediction.form {
      case .number: #expect(Int(result.answer) != nil)
      case .choice(let choices): #expect(choices.contains(result.answer))
      }
      let last = try prediction.lastEvent(in: run)
      #expect(
        result.evidence.allSatisfy { $0.seq <= last?.seq ?? .max },
        "lesson \(lesson.number), \(program.name): decided after the moment that it asks about")
    }
  }

  @Test("count what has happened at the moment that they name, and not what comes later")
  func areJudgedAtTheirMoment() throws {
    let lesson = try #require(Lessons.find("3"))
    let pairs = try #require(lesson.program(named: "pairs"))
    let run = try Runs(LessonRun.first(of: lesson).runs)["pairs"]
    // The later ones start in the same run.
    #expect(run.trace.events.count { $0.kind == .started } == 10)
    let result = try #require(lesson.prediction(for: pairs).result(of: run))
    #expect(result.answer == "2")
    #expect(result.evidence.map(\.kind) == [.started, .started, .finished])
  }

  @Test("are not answered by a run that does not come to the moment that they name")
  func needTheirMoment() {
    let events = [Event(seq: 0, ns: 0, thread: "T1", subject: "one", kind: .started, state: [])]
    let run = Run(program: "cut", outcome: .completes, trace: Trace(events))
    let question = Prediction.count("How many?", .started)
    #expect(question.result(of: run)?.answer == "1")
    #expect(question.by([.finished("one")]).result(of: run) == nil)
    #expect(question.by([.finished("two"), .started("one")]).result(of: run)?.answer == "1")
  }
}
