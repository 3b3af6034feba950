@testable import LabKit
import Foundation
import OperationCourse
import OperationDownloads
import OperationBench

/// The proof of an exercise: the file as given fails with its own message, the solution passes, and
/// each half-fix fails with its own message.
struct ExerciseProof {
  /// A file of an exercise, and what its grade must be about: the requirement that it is the first to
  /// miss, or another fault. `nil` if it is right.
  struct Case: Sendable {
    let exercise: Exercise
    /// `given`, `solution`, the half-fix's id, or the name of a learner's file.
    let name: String
    let source: String
    let missing: String?
  }

  /// All files of these exercises.
  static func cases(of exercises: [Exercise]) throws(Failure) -> [Case] {
    var cases: [Case] = []
    for exercise in exercises {
      let files = ExerciseSource(exercise: exercise)
      cases.append(
        Case(
          exercise: exercise, name: "given", source: try files.start(),
          missing: exercise.mistake.id))
      cases.append(
        Case(exercise: exercise, name: "solution", source: try files.solution(), missing: nil))
      cases += try files.halfFixes().map {
        Case(exercise: exercise, name: $0.name, source: $0.source, missing: $0.name)
      }
    }
    return cases
  }

  /// Compiles a file once and verifies it so many times.
  static func outcomes(
    of proof: Case, _ verification: Verification, rounds: Int = 1
  ) throws(Failure) -> [Verification.Outcome] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.url.appendingPathComponent("Exercise.swift")
    do {
      try proof.source.write(to: file, atomically: false, encoding: .utf8)
    } catch {
      throw Failure(status: .internalFault, message: "cannot write \(file.path): \(error)")
    }
    return try verification.verify(proof.exercise, SubjectFiles([file.path]), rounds: rounds)
  }

  /// What is wrong with the outcome of a file. `nil` when it is as it must be.
  static func problem(_ outcome: Verification.Outcome, of proof: Case) -> String? {
    guard case .graded(let grade) = outcome else { return "it does not compile" }
    guard let missing = proof.missing else {
      return grade.passed ? nil : "it does not pass: \(grade.message(in: .english))"
    }
    if grade.passed { return "it passes" }
    guard grade.fault == missing else {
      return "its message is not that of '\(missing)': \(grade.message(in: .english))"
    }
    return nil
  }

  /// What is wrong with the hints. `nil` when they are as they must be.
  static func problemOfHints(_ exercise: Exercise) throws(Failure) -> String? {
    let source = ExerciseSource(exercise: exercise)
    let hints = try source.hints()
    guard hints.count == 3, hints.allSatisfy({ !$0.isEmpty }) else {
      return "there are \(hints.count) hints instead of three"
    }
    let given = Set(lines(try source.start()))
    let secrets = lines(try source.solution()).filter { !given.contains($0) && $0.count > 12 }
    return secrets.first { line in hints.contains { $0.contains(line) } }
      .map { "a hint contains this line of the solution: \($0)" }
  }

  /// The lines of code, without comments.
  private static func lines(_ source: String) -> [String] {
    source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.hasPrefix("//") }
  }
}
