import OperationBench

/// Prints what a shell needs to complete the words of `lab`, or its page of the manual.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let abstract = "completions for a shell, or the page of the manual"
  static let operands = "bash|zsh|fish|man"
  static let options: [OptionSpec] = []

  private let text: String

  init(_ arguments: Arguments) throws(Failure) {
    let texts = Completions(Lab.commands)
    switch try arguments.onlyOperand(of: Self.self) {
    case "bash": text = texts.bash
    case "zsh": text = texts.zsh
    case "fish": text = texts.fish
    case "man": text = ManualPage.text(Lab.commands)
    default: throw .usage("'\(Self.title)' needs one of \(Self.operands)")
    }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    console.show(text)
    return .passed
  }
}
