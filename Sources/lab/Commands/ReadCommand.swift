import LabShared
import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// The page of a lesson, or the page of Foundation's differences, in the terminal.
struct ReadCommand: Command {
  static let name = "read"
  static let abstract = "the page that explains a lesson, or the differences between platforms"
  static let operands = "N|NAME|differences"
  static let options = [
    OptionSpec("--all", nil, "the whole page at once, without a stop after the questions"),
    OptionSpec("--further", nil, "the page of what goes beyond the main line"),
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
    guard let lesson else {
      show(try Checkout.page("Lessons/foundation-differences.md"), console)
      return .passed
    }
    let page = try Checkout.page(of: lesson, isFurther: isFurther)
    guard console.canAsk else {
      show(page, console)
      return .passed
    }
    if !showsAll, let pause = page.range(of: "\n## Run it") {
      // The title would give the answer away.
      let questions = page[..<pause.lowerBound].drop { $0 != "\n" }
      console.show(
        PageText.render("# Lesson \(lesson.number)\n" + questions, on: console.paper.readable))
      console.show("Your answers first. Then Enter shows the rest. Press q and Enter to leave.")
      guard let word = readLine(), !word.lowercased().hasPrefix("q") else { return .passed }
    }
    show(page, console)
    try file.read(lesson.number)
    return .passed
  }

  private func show(_ page: String, _ console: Console) {
    let text = PageText.render(page, on: console.paper.readable)
    if !console.isTerminal || !Pager.show(text) {
      console.show(text)
    }
  }
}
