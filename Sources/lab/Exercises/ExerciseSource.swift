import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// What the checkout has of an exercise, beside the lesson's page.
struct ExerciseSource {
  let exercise: Exercise

  /// The file as the learner gets it.
  func start() throws(Failure) -> String { try text("Exercise.swift") }

  /// The commented solution.
  func solution() throws(Failure) -> String { try text("Solution.swift") }

  /// From a question to nearly the answer, a line for each.
  func hints() throws(Failure) -> [String] {
    try text("hints.md").components(separatedBy: "\n## ").dropFirst().map { part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      return Self.flowing(lines.joined(separator: "\n"))
    }
  }

  /// The half-fixes, by the id that each must be recognised as, with the paths of their files.
  func halfFixes() throws(Failure) -> [(id: String, path: String)] {
    let folder = try folder.appendingPathComponent("half-fixes")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".swift") }.map {
      (String($0.dropLast(6)), folder.appendingPathComponent($0).path)
    }
  }

  /// The comment that the learner's file begins with, without its heading: what there is to do, a
  /// line for each paragraph.
  func task() throws(Failure) -> String {
    let comment = try start().split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("//") }.prefix { $0.hasPrefix("//") }
      .map { $0.dropFirst(2).trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    return comment.components(separatedBy: "\n\n").dropFirst().map(Self.flowing)
      .joined(separator: "\n\n")
  }

  private static func flowing(_ paragraph: String) -> String {
    paragraph.split(separator: "\n").joined(separator: " ")
  }

  /// The path of a file of the exercise.
  func path(of name: String) throws(Failure) -> String {
    try folder.appendingPathComponent(name).path
  }

  private var folder: URL {
    get throws(Failure) {
      guard let root = Checkout.root else { throw Checkout.notFound }
      return root.appendingPathComponent(
        "Lessons/\(exercise.lessonFolder)/exercises/\(exercise.place)")
    }
  }

  private func text(_ name: String) throws(Failure) -> String {
    let file = try path(of: name)
    do {
      return try String(contentsOfFile: file, encoding: .utf8)
    } catch {
      throw Failure(
        status: .unreadable, message: "cannot read \(file); is the checkout complete?")
    }
  }
}

extension Exercise {
  /// The folder of its lesson's page, and of the learner's work on it, such as `03-missing-finish`.
  var lessonFolder: String { Lessons.find("\(lesson)")?.folder ?? "\(lesson)" }

  /// Where the learner's file is in the folder of all work.
  var file: String { "\(lessonFolder)/\(target)/Exercise.swift" }

  /// The target of the learner's package.
  var target: String { "Exercise\(place)" }
}

extension Exercises {
  /// The exercise that an operand names.
  static func named(_ operand: String?, for command: String) throws(Failure) -> Exercise {
    guard let operand else {
      throw .usage(
        "'lab \(command)' needs an exercise, such as 3 or 12.2; "
          + "\(Invocation.mention("exercise --list")) shows them")
    }
    if let exercise = find(operand) { return exercise }
    throw .usage(
      "there is no exercise '\(operand)'"
        + Nearest.suggestion(for: operand, among: Lessons.all.map(\.slug))
        + "; \(Invocation.mention("exercise --list")) shows them")
  }
}
