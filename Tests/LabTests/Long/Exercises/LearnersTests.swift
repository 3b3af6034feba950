import Foundation
import OperationCourse
import OperationBench
import Testing

@testable import LabKit
@testable import LabDocs

@Suite("The work of learners", .longPlan, .repeatable, .elsewhere)
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

  @Test("falls into each hazard of which a solution speaks", arguments: Exercises.all)
  func hazardsAreTried(_ exercise: Exercise) throws {
    let source = ExerciseSource(exercise: exercise)
    let files =
      try source.halfFixes().map(\.name)
      + LearnersFile.all(of: exercise).filter { $0.fault != nil }.map(\.name)
      + ["as given", "copied"]
    let rows = try Hazard.all().filter { $0.exercise == exercise.id }
    for row in rows { #expect(row.mark.hasPrefix("- ") || files.contains(row.mark), "\(row)") }
    let lines = try source.solution().components(separatedBy: "\n")
    let comments = lines.indices.map { ($0, lines[$0].trimmingCharacters(in: .whitespaces)) }
      .filter { $0.1.hasPrefix("// ") && $0.1 != "// One way to do it." }
    let begins = comments.filter { place, _ in
      !comments.contains { $0.0 == place - 1 }
    }.map { $0.1.dropFirst(3) }
    for begin in begins {
      #expect(rows.contains { begin.hasPrefix($0.comment) }, "no row for '\(begin)'")
    }
    #expect(rows.count == begins.count)
  }

  @Test("has a fault that the exercise can name, if it is wrong", arguments: Exercises.all)
  func hasFault(_ exercise: Exercise) throws {
    let faults =
      exercise.requirements.map(\.id) + exercise.rules.map { "rule \($0)" } + [
        "data race", Grade.changedLine,
      ]
      + Run.Outcome.allCases.map(\.rawValue) + exercise.worlds.keys.map { "world \($0)" }
    for work in try Self.works(exercise) {
      let isRight = work.name.hasPrefix("right-")
      #expect(isRight || work.name.hasPrefix("wrong-"), "\(work.testDescription)")
      #expect(isRight == (work.missing == nil), "\(work.testDescription)")
      #expect(work.missing.map(faults.contains) != false, "\(work.testDescription)")
    }
  }
}

/// A row of `Tests/Learners/hazards.txt`.
private struct Hazard {
  let exercise: String
  /// How the comment begins.
  let comment: String
  /// The file that falls into it.
  let mark: String

  static func all() throws -> [Hazard] {
    let path = LabProcess.checkout.appendingPathComponent("Tests/Learners/hazards.txt")
    return try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let parts = line.components(separatedBy: " | ")
        try #require(parts.count == 3, "\(line)")
        return Hazard(exercise: parts[0], comment: parts[1], mark: parts[2])
      }
  }
}

extension ExerciseProof.Case: CustomTestStringConvertible {
  var testDescription: String { "\(exercise.id) \(name)" }
}
