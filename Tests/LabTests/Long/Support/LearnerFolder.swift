import Foundation
import OperationCourse

@testable import LabKit

/// A learner's folder of work and progress, which goes with it.
final class LearnerFolder {
  private let own: TemporaryFolder
  var folder: URL { own.url }
  let exercise: Exercise

  /// - Parameter id: the exercise to put there.
  init(_ id: String = "3") throws {
    own = try TemporaryFolder()
    guard let exercise = Exercises.find(id) else { throw CocoaError(.fileNoSuchFile) }
    self.exercise = exercise
    _ = try lab("exercise", id)
  }

  /// The folder of the work.
  var work: String { folder.appendingPathComponent("work").path }

  /// The learner's file.
  var file: URL { URL(fileURLWithPath: "\(work)/\(exercise.file)") }

  /// Runs a command with this folder and a file of progress in it.
  func lab(_ words: String...) throws -> LabProcess.Result {
    let state = folder.appendingPathComponent("progress").path
    return try LabProcess(arguments: words + ["--dir", work, "--state", state]).run()
  }

  /// Saves the file, and verifies it.
  func verify(_ source: String, _ words: String...) throws -> Grade.JSON {
    try source.write(to: file, atomically: false, encoding: .utf8)
    let state = folder.appendingPathComponent("progress").path
    return try decided(unless: \.isUndecided) {
      let result = try LabProcess(
        arguments: ["verify", exercise.id, "--json", "--dir", work, "--state", state] + words
      ).run()
      return try JSONDecoder().decode(Grade.JSON.self, from: Data(result.output.utf8))
    }
  }

  /// The text of one of the kit's files of the exercise: `given`, `solution`, or a half-fix's id.
  func text(_ name: String) throws -> String {
    let proof = try ExerciseProof.cases(of: [exercise]).first { $0.name == name }
    guard let proof else { throw CocoaError(.fileNoSuchFile) }
    return proof.source
  }
}

extension Grade.JSON {
  /// Whether nothing is known to be wrong, and not all could be seen.
  fileprivate var isUndecided: Bool {
    !passed && claims.contains { $0.verdict == .undecided }
      && !claims.contains { $0.verdict == .refuted }
  }
}
