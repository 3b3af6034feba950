import Foundation
import LabKit
import OperationCourse

/// A file as a learner might write it, in `Tests/Learners/ID`. One called `right-…` must be accepted,
/// one called `wrong-…` must not.
///
/// It is a whole file, and if it is wrong, its first line is `// misses: FAULT`. Or it is written
/// down as what differs from another one, below `== NAME | FAULT`: from the solution in
/// `differences.txt`, and from `OTHER.swift` in `OTHER.txt`.
struct LearnersFile: Sendable {
  let name: String
  let source: String
  /// What its grade must be about. `nil` if the file is right.
  let fault: String?

  /// All files of an exercise, by name.
  static func all(of exercise: Exercise) throws(Failure) -> [LearnersFile] {
    guard let root = Checkout.root else { throw Checkout.notFound }
    let folder = root.appendingPathComponent("Tests/Learners/\(exercise.id)")
    do {
      let paths = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      let whole = try paths.filter { $0.pathExtension == "swift" }.map(Self.init)
      let sources = Dictionary(uniqueKeysWithValues: whole.map { ($0.name, $0.source) })
      let others = try paths.filter { $0.pathExtension == "txt" }.flatMap { path in
        let base = sources[path.deletingPathExtension().lastPathComponent]
        return try ExerciseSource(exercise: exercise)
          .variants(in: String(contentsOf: path, encoding: .utf8), of: base)
          .map { LearnersFile(name: $0.name, source: $0.source, fault: $0.remark) }
      }
      return (whole + others).sorted { $0.name < $1.name }
    } catch {
      throw error as? Failure
        ?? Failure(status: .unreadable, message: "cannot read \(folder.path): \(error)")
    }
  }
}

extension LearnersFile {
  private init(_ path: URL) throws {
    let text = try String(contentsOf: path, encoding: .utf8)
    let mark = text.firstMatch(of: /^\/\/ misses: (.+)\n/)
    name = path.deletingPathExtension().lastPathComponent
    source = String(text[(mark?.range.upperBound ?? text.startIndex)...])
    fault = mark.map { String($0.output.1) }
  }
}

/// Shows one of the files that the tests grade, as a whole.
struct LearnerCommand: Command {
  static let program = "labdocs"
  static let name = "learner"
  static let abstract = "a learner's file of the tests, as a whole, or a list of them"
  static let operands = "N|N.M [NAME]"
  static let options: [OptionSpec] = []

  private let exercise: Exercise
  private let name: String?

  init(_ arguments: Arguments) throws(Failure) {
    exercise = try Exercises.named(arguments.operands.first, for: Self.name)
    guard arguments.operands.count <= 2 else {
      throw .usage("'\(Self.title)' takes an exercise and the name of a file")
    }
    name = arguments.operands.dropFirst().first
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let files = try LearnersFile.all(of: exercise)
    guard let name else {
      for file in files {
        console.show(file.name + (file.fault.map { " | \($0)" } ?? ""))
      }
      return .passed
    }
    guard let file = files.first(where: { $0.name == name }) else {
      throw .usage(
        "there is no file '\(name)'" + Nearest.suggestion(for: name, among: files.map(\.name)))
    }
    console.show(file.source)
    return .passed
  }
}
