import Foundation
import OperationCourse
import OperationBench

/// The page of a lesson, or the page of Foundation's differences, in the terminal.
struct ReadCommand: Command {
  static let name = "read"
  static let abstract = "the page of a lesson, or of what differs by platform"
  static let operands = "N|NAME|differences"
  static let options = [
    OptionSpec("--all", nil, "the whole page at once, with answers and fix"),
    OptionSpec("--further", nil, "the page of what goes beyond the main line"),
    .language,
  ]

  /// `nil` for the page of differences.
  private let lesson: Lesson?
  private let showsAll: Bool
  private let isFurther: Bool
  private let file: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    let operand = try arguments.onlyOperand(of: Self.self)
    lesson = operand == "differences" ? nil : try Lessons.named(operand, for: Self.name)
    showsAll = arguments.has("--all")
    isFurther = arguments.has("--further")
    if isFurther, let lesson, lesson.further.isEmpty { throw .nothingFurther(lesson) }
    file = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let asked = console.language
    let path =
      lesson.map { Checkout.pagePath(of: $0, isFurther: isFurther) }
      ?? "Lessons/foundation-differences.md"
    let (page, language) = try Checkout.page(path, in: asked)
    if language != asked {
      console.show(asked("There is no such page in this language. This is the English one.") + "\n")
    }
    guard console.canAsk, !showsAll else {
      console.show(PageText.render(page, on: console.paper.readable).trimmedAtEnd)
      if console.canAsk { try noteRead() }
      return .passed
    }
    if try isReadToTheEnd(page, language, Dialogue(console)) { try noteRead() }
    return .passed
  }

  private func noteRead() throws(Failure) {
    if let lesson { try file.read(lesson.number) }
  }

  /// Shows the page part by part. It ends before its fix while an exercise is open.
  private func isReadToTheEnd(
    _ page: String, _ language: Language, _ dialogue: Dialogue
  ) throws(Failure) -> Bool {
    let progress = try file.load()
    let isNew = lesson.map { !progress.finished.contains($0.number) } ?? false
    for (place, part) in Self.parts(of: page).enumerated() {
      if place > 0 {
        if let lesson, part.hasPrefix("## " + language("A fix that does not work")),
          let exercise = Guide(progress).openExercise(of: lesson.number)
        {
          mendFirst(exercise, lesson, dialogue)
          return false
        }
        if isNew, part.hasPrefix("## " + language("Run it")) {
          dialogue.say("Your answers first. Then Enter shows the rest, and q leaves.")
        }
        guard dialogue.goOn() else { return false }
      }
      var text = part
      // The title would give the answer away.
      if place == 0, isNew, let lesson, let end = part.firstIndex(of: "\n") {
        text = "# " + language("Lesson \(lesson.number)") + part[end...]
      }
      dialogue.say([PageText.render(text, on: dialogue.paper).trimmedAtEnd])
    }
    return true
  }

  /// A page begins with its title and its first part. Each further part has a heading.
  private static func parts(of page: String) -> [String] {
    let parts = page.components(separatedBy: "\n## ")
    return [parts.prefix(2).joined(separator: "\n## ")] + parts.dropFirst(2).map { "## " + $0 }
  }

  private func mendFirst(_ exercise: Exercise, _ lesson: Lesson, _ dialogue: Dialogue) {
    let command = Invocation.mention("exercise \(exercise.id)")
    let all = Invocation.mention("read \(lesson.number) --all")
    let words = dialogue.paper.language(
      "Mend it first: \(command). \(all) shows the whole page, with the fix.")
    dialogue.say([words.wrappedAroundCommands(to: dialogue.paper.width)])
  }
}
