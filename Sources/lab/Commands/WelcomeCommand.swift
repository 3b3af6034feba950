import OperationDownloads
import OperationBench

/// The output of `lab` alone: what this is, and what to do next.
struct WelcomeCommand: Command {
  static let name = "welcome"
  static let abstract = "what this is, and what to do next"
  static let operands = ""
  static let options = [OptionSpec.language]

  private let file: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    if let operand = arguments.operands.first {
      throw .usage("options come after the command: lab \(operand) --state FILE")
    }
    file = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let steps = Guide(try file.load()).steps.map { $0.line(on: console.paper) }
    console.show(Welcome.text(steps: steps, console.paper))
    return .passed
  }
}
