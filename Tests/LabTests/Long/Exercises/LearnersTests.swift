import Foundation
import OperationCourse
import OperationLab
import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

@Suite("The work of learners", .repeatable, .elsewhere)
struct LearnersTests {
  /// The files of this day of the week, of about 280. Those of one exercise if `LEARNERS` has its id,
  /// such as 15 or 10.2.
  private static func today() throws -> [ExerciseProof.Case] {
    if let id = ProcessInfo.processInfo.environment["LEARNERS"] {
      return try Exercises.find(id).map(works) ?? []
    }
    let all = try Exercises.all.flatMap(works)
    let day = Int(Date().timeIntervalSince1970 / 86_400)
    return stride(from: day % 7, to: all.count, by: 7).map { all[$0] }
  }

  private static func works(_ exercise: Exercise) throws -> [ExerciseProof.Case] {
    try LearnersFile.all(of: exercise).map {
      ExerciseProof.Case(exercise: exercise, name: $0.name, source: $0.source, missing: $0.fault)
    }
  }

  @Test(
    "is accepted if it is right, and rejected for its fault if it is wrong", arguments: try today())
  func isJudged(_ work: ExerciseProof.Case) throws {
    let problem = try ExerciseProof.problem(ExerciseProof.decided(work), of: work)
    #expect(problem == nil)
  }

  @Test("has a fault that the exercise can name, if it is wrong", arguments: Exercises.all)
  func hasFault(_ exercise: Exercise) throws {
    let faults =
      exercise.requirements.map(\.id) + exercise.rules.map { "rule \($0.id)" } + ["data race"]
      + Run.Outcome.allCases.map(\.rawValue)
    for work in try Self.works(exercise) {
      let isRight = work.name.hasPrefix("right-")
      #expect(isRight || work.name.hasPrefix("wrong-"), "\(work.testDescription)")
      #expect(isRight == (work.missing == nil), "\(work.testDescription)")
      #expect(work.missing.map(faults.contains) != false, "\(work.testDescription)")
    }
  }
}

extension ExerciseProof.Case: CustomTestStringConvertible {
  var testDescription: String { "\(exercise.id) \(name)" }
}
