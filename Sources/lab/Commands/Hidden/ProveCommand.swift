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
  ]

  private let exercises: [Exercise]
  private let rounds: Int
  private let isOnlySolutions: Bool
  private let isVerbose: Bool

  init(_ arguments: Arguments) throws(Failure) {
    var exercises: [Exercise] = []
    for operand in arguments.operands {
      exercises.append(try Exercises.named(operand, for: Self.name))
    }
    self.exercises = exercises.isEmpty ? Exercises.all : exercises
    rounds = try arguments.integer("--rounds", in: 1...100_000) ?? 1
    isOnlySolutions = arguments.has("--solutions")
    isVerbose = arguments.has("--verbose")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let verification = try Verification(deadline: .seconds(3), width: 1)
    let cases = try ExerciseProof.cases(of: exercises).filter {
      !isOnlySolutions || $0.missing == nil
    }
    let failures = Locked(0)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    for proof in cases {
      queue.addOperation { [rounds, isVerbose] in
        let (name, problems) = Self.prove(proof, verification, rounds)
        failures.withLock { $0 += problems.count }
        for problem in problems { console.show("\(name): \(problem)") }
        if isVerbose, problems.isEmpty { console.show("\(name): as it must be") }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    for exercise in exercises {
      guard let problem = try ExerciseProof.problemOfHints(exercise) else { continue }
      console.show("\(exercise.id): \(problem)")
      failures.withLock { $0 += 1 }
    }
    console.show(
      "\(cases.count) files, \(rounds)×: \(failures.withLock { $0 }) not as they must be")
    return failures.withLock { $0 } == 0 ? .passed : .failed
  }

  private nonisolated static func prove(
    _ proof: ExerciseProof.Case, _ verification: Verification, _ rounds: Int
  ) -> (name: String, problems: [String]) {
    let name = "\(proof.exercise.id) \(proof.name)"
    do throws(Failure) {
      let outcomes = try ExerciseProof.outcomes(of: proof, verification, rounds: rounds)
      return (name, outcomes.compactMap { ExerciseProof.problem($0, of: proof) })
    } catch {
      return (name, [error.message])
    }
  }
}
