import Foundation
import OperationLab

/// The page of a lesson, in the terminal.
struct ReadCommand: Command {
  static let name = "read"
  static let abstract = "the page that explains a lesson"
  static let operands = "N|NAME"
  static let options: [OptionSpec] = []

  private let lesson: Lesson

  init(_ arguments: Arguments) throws(Failure) {
    lesson = try Lessons.named(arguments.onlyOperand(of: Self.name), for: Self.name)
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let page = try Checkout.page(of: lesson)
    let paper = console.paper.readable
    let renderer = MarkdownRenderer(
      width: paper.width, ansi: paper.isColoured, isASCII: paper.isASCII)
    let text = renderer.render(page)
    if !console.isTerminal || !Pager.show(text) {
      console.show(text)
    }
    return .passed
  }
}
