import Foundation
import LabKit
import OperationCourse

/// Writes down what the kit's solutions show in the worlds of their exercises, or holds what is written
/// against them.
struct WorldsCommand: Command {
  static let program = "labdocs"
  static let name = "worlds"
  static let abstract = "hold the worlds of the exercises against their solutions"
  static let operands = "[N|N.M]"
  static let options = [
    OptionSpec("--write", nil, "write them anew"),
    OptionSpec("--from", "FILE", "a solution of an exercise for an exam"),
    OptionSpec("--rounds", "N", "how often each world is run (default 3)"),
  ]

  private let exercises: [Exercise]
  private let writes: Bool
  private let file: String?
  private let rounds: Int

  init(_ arguments: Arguments) throws(Failure) {
    let operand = try arguments.onlyOperand(of: Self.self)
    let all = operand == nil ? Exercises.all : [try Exercises.named(operand, for: Self.name)]
    exercises = all.filter { !$0.worlds.isEmpty }
    writes = arguments.has("--write")
    file = arguments.value("--from")
    rounds = try arguments.integer("--rounds", in: 1...100_000) ?? 3
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    var isSound = true
    for exercise in exercises {
      let source = ExerciseSource(exercise: exercise)
      let path = if let file { file } else { try source.path(of: "Solution.swift") }
      let kept = writes ? nil : try source.outcomes()
      let seen = try Verification.outcomes(
        of: exercise, file: path, rounds: rounds, besides: kept)
      if writes {
        let text = Self.text(seen)
        let path = try source.path(of: ExerciseSource.worlds)
        do {
          try text.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
          throw Failure(status: .unreadable, message: "\(error)")
        }
        console.show("\(exercise.id): \(seen.worlds.count) worlds")
        continue
      }
      let left = kept?.difference(from: seen) ?? []
      isSound = isSound && left.isEmpty
      for line in left { console.show("\(exercise.id) \(line)") }
    }
    return isSound ? .passed : .failed
  }

  /// One world a line.
  private static func text(_ outcomes: Outcomes) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = outcomes.worlds.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
      .map { name, outcomes in
        let all = (try? encoder.encode(outcomes)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return "  \"\(name)\": \(all)"
      }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}
