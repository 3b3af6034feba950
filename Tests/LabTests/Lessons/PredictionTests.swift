import OperationCourse
import OperationTesting
import Testing

@testable import LabShared
@testable import lab

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
    }
  }
}
