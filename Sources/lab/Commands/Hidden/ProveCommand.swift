import OperationLab
import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// Verifies the kit's own files of the exercises, for the scripts: a line for each that is not as it
/// must be.
struct ProveCommand: Command {
  static let name = "__prove"
  static let abstract = "verify every exercise, solution and half-fix"
  static let operands = "[N|N.M]…"
  static let options = [
    OptionSpec("--rounds", "K", "each so many times (default 1)"),
    OptionSpec("--solutions", nil, "only the solutions"),
    OptionSpec("--verbose", nil, "also what is as it must be"),
    OptionSpec("--json", nil, "the same as JSON"),
  ]

  private let exercises: [Exercise]
  private let rounds: Int
  private let isOnlySolutions: Bool
  private let isVerbose: Bool
  private let isJSON: Bool

  /// What was not as it must be.
  private struct Problem: Encodable, Sendable {
    /// The exercise, and which of its files.
    let file: String
    let words: String
    /// Whether the runs only did not show it.
    var isUndecided = false
  }

  private struct Report: Encodable {
    let files: Int
    let rounds: Int
    let problems: [Problem]
  }

  init(_ arguments: Arguments) throws(Failure) {
    var exercises: [Exercise] = []
    for operand in arguments.operands {
      exercises.append(try Exercises.named(operand, for: Self.name))
    }
    self.exercises = exercises.isEmpty ? Exercises.all : exercises
    rounds = try arguments.integer("--rounds", in: 1...100_000) ?? 1
    isOnlySolutions = arguments.has("--solutions")
    isVerbose = arguments.has("--verbose")
    isJSON = arguments.has("--json")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let verification = try Verification(deadline: .seconds(3), width: 1)
    let cases = try ExerciseProof.cases(of: exercises).filter {
      !isOnlySolutions || $0.missing == nil
    }
    let found = Locked<[Problem]>([])
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    for proof in cases {
      queue.addOperation { [rounds, isVerbose, isJSON] in
        let file = "\(proof.exercise.id) \(proof.name)"
        let problems = Self.prove(proof, file, verification, rounds)
        found.withLock { $0 += problems }
        guard !isJSON else { return }
        for problem in problems { console.show("\(file): \(problem.words)") }
        if isVerbose, problems.isEmpty { console.show("\(file): as it must be") }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    for exercise in exercises {
      guard let problem = try ExerciseProof.problemOfHints(exercise) else { continue }
      if !isJSON { console.show("\(exercise.id): \(problem)") }
      found.withLock { $0.append(Problem(file: exercise.id, words: problem)) }
    }
    let problems = found.withLock { $0 }
    console.show(
      isJSON
        ? try JSONText.of(Report(files: cases.count, rounds: rounds, problems: problems))
        : "\(cases.count) files, \(rounds)×: \(problems.count) not as they must be")
    return problems.isEmpty ? .passed : .failed
  }

  private nonisolated static func prove(
    _ proof: ExerciseProof.Case, _ file: String, _ verification: Verification, _ rounds: Int
  ) -> [Problem] {
    do throws(Failure) {
      return try ExerciseProof.outcomes(of: proof, verification, rounds: rounds).compactMap {
        guard let words = ExerciseProof.problem($0, of: proof) else { return nil }
        guard case .graded(let grade) = $0 else { return Problem(file: file, words: words) }
        return Problem(file: file, words: words, isUndecided: grade.isUndecided)
      }
    } catch {
      return [Problem(file: file, words: error.message)]
    }
  }
}
