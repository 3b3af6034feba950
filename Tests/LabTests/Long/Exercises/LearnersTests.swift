import Foundation
import OperationCourse
import Testing

@testable import LabShared
@testable import lab

/// Files as learners might write them, in styles of their own: those called `right-…` must be
/// accepted, and those called `wrong-…` must not. They are in `Tests/Learners/ID`, each as a file or,
/// if it is much like the solution, as what differs from it.
@Suite("The work of learners", .repeatable, .elsewhere)
struct LearnersTests {
  struct Work: Sendable, CustomTestStringConvertible {
    let proof: ExerciseProof.Case
    var isRight: Bool { proof.name.hasPrefix("right-") }
    var testDescription: String { "\(proof.exercise.id) \(proof.name)" }
  }

  /// The files of this day of the week, of about 200. Those of one exercise if `LEARNERS` has its id,
  /// such as 15 or 10.2.
  private static func today() throws -> [Work] {
    let all = try Exercises.all.flatMap(works)
    if let id = ProcessInfo.processInfo.environment["LEARNERS"] {
      return all.filter { $0.proof.exercise.id == id }
    }
    let day = Int(Date().timeIntervalSince1970 / 86_400)
    return stride(from: day % 7, to: all.count, by: 7).map { all[$0] }
  }

  private static func works(_ exercise: Exercise) throws -> [Work] {
    let folder = LabProcess.checkout.appendingPathComponent("Tests/Learners/\(exercise.id)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    var sources: [String: String] = [:]
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      if file.lastPathComponent == "differences.txt" {
        for variant in try ExerciseSource(exercise: exercise).variants(in: text) {
          sources[variant.name] = variant.source
        }
      } else {
        sources[file.deletingPathExtension().lastPathComponent] = text
      }
    }
    return sources.sorted { $0.key < $1.key }.map { name, source in
      Work(
        proof: ExerciseProof.Case(exercise: exercise, name: name, source: source, missing: nil))
    }
  }

  @Test("is accepted if it is right, and rejected if it is wrong", arguments: try today())
  func isJudged(_ work: Work) throws {
    let outcome = try ExerciseProof.decided(work.proof)
    guard case .graded(let grade) = outcome else {
      Issue.record("it does not compile: \(outcome)")
      return
    }
    #expect(grade.passed == work.isRight, "\(grade.message)")
  }
}
