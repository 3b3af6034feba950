import OperationCourse
import OperationBench
import Testing

@Suite("The moment of a question", .repeatable)
struct PredictionMomentTests {
  @Test("stands beside the question, so that a reader can compare the two")
  func isListed() throws {
    let lines = ([Lessons.first] + Lessons.all).flatMap { lesson in
      lesson.programs.map { program in
        let prediction = lesson.prediction(for: program)
        let moments = prediction.moments.map(\.words).joined(separator: ", or ")
        return """
          \(lesson.number) \(program.name): \(prediction.question)
            when \(moments.isEmpty ? "the run has ended" : moments)
          """
      }
    }
    try Golden.expect("course/moments.txt", is: lines.joined(separator: "\n"))
  }
}
