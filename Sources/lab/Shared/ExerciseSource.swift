import Foundation
import OperationCourse

/// What the checkout has of an exercise, beside the lesson's page.
package struct ExerciseSource {
  private let exercise: Exercise
  /// What puts comments and hints into a language.
  var prose: TranslatedProse

  /// - Parameter language: that of comments and hints.
  package init(exercise: Exercise, in language: Language = .english) {
    self.exercise = exercise
    prose = TranslatedProse(translation: language.text)
  }

  /// The file as the learner gets it.
  package func start() throws(Failure) -> String { prose.comments(of: try text("Exercise.swift")) }

  /// Whether these are the file as the learner gets it, in any language.
  package func isStart(_ sources: [String]) throws(Failure) -> Bool {
    let given = try text("Exercise.swift")
    return Language.allCases.contains {
      sources == [TranslatedProse(translation: $0.text).comments(of: given)]
    }
  }

  /// The commented solution.
  package func solution() throws(Failure) -> String {
    if exercise.isExam { throw noHelp("solution") }
    return prose.comments(of: try text("Solution.swift"))
  }

  /// What may come of its worlds. `nil` if it has none.
  package func outcomes() throws(Failure) -> Outcomes? {
    guard !exercise.worlds.isEmpty else { return nil }
    do {
      return try JSONDecoder().decode(Outcomes.self, from: Data(text(Self.worlds).utf8))
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(
        status: .unreadable, message: "cannot read \(try path(of: Self.worlds)): \(error)")
    }
  }

  /// The name of the file with what may come of its worlds.
  package static let worlds = "worlds.json"

  /// That an exam has no hints or no solution.
  package func noHelp(_ what: String) -> Failure {
    Failure(status: .failed, message: "\(exercise.id) is for an exam: there is no \(what)")
  }

  /// From a question to nearly the answer. None of an exam.
  package func hints() throws(Failure) -> [String] {
    if exercise.isExam { return [] }
    return try text("hints.md").components(separatedBy: "\n## ").dropFirst().map { part in
      prose.text(part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst())
    }
  }

  /// A file that is written down as what differs from the solution.
  package struct Variant {
    /// Of a half-fix, the requirement that it must be the first to miss.
    package let name: String
    /// What stands behind its name.
    package let remark: String?
    /// The whole file.
    package let source: String
  }

  /// Files that mend less than all.
  package func halfFixes() throws(Failure) -> [Variant] { try variants(in: text("half-fixes.txt")) }

  /// Reads the files of such a text.
  ///
  /// Each begins with `== NAME | what it lacks`. Below it, `- ` begins a line of the base, and `+ ` a
  /// line that takes its place. `--` stands between two such places.
  ///
  /// - Parameter base: what they differ from, by default the solution.
  /// - Throws: a failure when lines of the base are not there, or more than once.
  package func variants(
    in text: String, of base: String? = nil
  ) throws(Failure) -> [Variant] {
    let whole = if let base { base } else { try self.text("Solution.swift") }
    let base = whole.split(separator: "\n", omittingEmptySubsequences: false)
    var variants: [Variant] = []
    for section in "\n\(text)".components(separatedBy: "\n== ").dropFirst() {
      let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
      let heading = lines[0].components(separatedBy: " | ")
      let name = heading[0]
      var source = base
      for place in lines.dropFirst().split(separator: "--") {
        func lines(_ sign: Character) -> [Substring] {
          place.filter { $0.first == sign }.map { $0.dropFirst(2) }
        }
        let found = source.ranges(of: lines("-"))
        guard found.count == 1 else {
          throw Failure(
            status: .unreadable,
            message: "'\(name)' of exercise \(exercise.id) does not fit what it differs from")
        }
        source.replaceSubrange(found[0], with: lines("+"))
      }
      variants.append(
        Variant(
          name: name, remark: heading.dropFirst().first, source: source.joined(separator: "\n")))
    }
    return variants
  }

  /// The comment that the learner's file begins with, without its heading: what there is to do, a
  /// line for each paragraph and each item of a list.
  package func task() throws(Failure) -> String {
    let comment = try text("Exercise.swift").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .drop { !$0.hasPrefix("//") }.prefix { $0.hasPrefix("//") }
    return prose.text(comment.map { $0.dropFirst(3) }.drop { !$0.isEmpty })
  }

  /// A line of code that was given and is not in these files, or is there and was not given. `nil` if lines
  /// were only moved.
  package func changedLine(in sources: [String]) throws(Failure) -> String? {
    func code(_ source: String) -> [String] {
      source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }
    let change = sources.flatMap(code).sorted().difference(from: code(try start()).sorted())
    // The line that was written tells more than the one that is gone.
    switch change.insertions.first ?? change.removals.first {
    case .insert(_, let line, _), .remove(_, let line, _): return line
    case nil: return nil
    }
  }

  /// The path of a file of the exercise.
  package func path(of name: String) throws(Failure) -> String {
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
        status: .unreadable, message: "cannot read \(file). Is the checkout complete?")
    }
  }
}

extension Exercise {
  /// The folder of its lesson's page, and of the learner's work on it, such as `03-missing-finish`.
  package var lessonFolder: String {
    isExam ? "exam" : Lessons.find("\(lesson)")?.folder ?? "\(lesson)"
  }

  /// Where the learner's file is in the folder of all work.
  package var file: String { "\(lessonFolder)/\(target)/Exercise.swift" }

  /// The target of the learner's package.
  package var target: String { "Exercise\(place)" }
}

extension Exercises {
  /// The exercise that an operand names.
  package static func named(_ operand: String?, for command: String) throws(Failure) -> Exercise {
    guard let operand else {
      throw .usage(
        "'lab \(command)' needs an exercise, such as 3 or 12.2. "
          + "\(Invocation.mention("exercise --list")) shows them")
    }
    if let exercise = find(operand) { return exercise }
    throw .usage(
      "there is no exercise '\(operand)'"
        + Nearest.suggestion(for: operand, among: Lessons.all.map(\.slug))
        + " \(Invocation.mention("exercise --list")) shows them")
  }
}
