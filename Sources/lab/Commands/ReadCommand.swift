import Foundation
import OperationCourse
import OperationBench

/// The page of a lesson, or the page of Foundation's differences, in the terminal.
struct ReadCommand: Command {
  static let name = "read"
  static let abstract = "the page of a lesson, or of what differs by platform"
  static let operands = "N|NAME|differences"
  static let options = [
    OptionSpec("--all", nil, "the whole page at once, without a stop before answers and fix"),
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
    guard let lesson else {
      show(page, console)
      return .passed
    }
    if console.canAsk, !showsAll {
      let progress = try file.load()
      if !progress.finished.contains(lesson.number),
        let pause = page.range(of: "\n## " + language("Run it"))
      {
        // The title would give the answer away.
        let questions = page[..<pause.lowerBound].drop { $0 != "\n" }
        console.show(
          PageText.render(
            "# " + language("Lesson \(lesson.number)") + "\n" + questions,
            on: console.paper.readable))
        let prompt = language("Your answers first. Then Enter shows the rest, and q leaves.")
        guard goesOn(prompt, console)
        else { return .passed }
      }
      if let exercise = Guide(progress).openExercise(of: lesson.number),
        let pause = page.range(of: "\n## " + language("A fix that does not work"))
      {
        show(String(page[..<pause.lowerBound]), console)
        // No key is asked for: a reader who has left the pager types the next command.
        let command = Invocation.mention("exercise \(exercise.id)")
        let all = Invocation.mention("read \(lesson.number) --all")
        let words = language(
          "Mend it first: \(command). \(all) shows the whole page, with the fix.")
        console.show(words.wrappedAroundCommands(to: console.paper.width))
        return .passed
      }
    }
    show(page, console)
    if console.canAsk { try file.read(lesson.number) }
    return .passed
  }

  /// Waits for a key. `false` if the reader leaves.
  private func goesOn(_ question: String, _ console: Console) -> Bool {
    console.show(question.wrappedAroundCommands(to: console.paper.width))
    let keyboard = Keyboard(isDirect: !console.isDumb && TerminalMode.enter(screen: false))
    defer { TerminalMode.leave() }
    while true {
      switch keyboard.next().turning {
      case .enter: return true
      case .letter("q"), .gone: return false
      default: continue
      }
    }
  }

  private func show(_ page: String, _ console: Console) {
    console.page(PageText.render(page, on: console.paper.readable))
  }
}
