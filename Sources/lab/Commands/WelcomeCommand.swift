import OperationBench
import OperationCourse
import OperationDoctor

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

/// The output of `lab` alone.
enum Welcome {
  /// - Parameter steps: what to do next, a line each.
  static func text(steps: [String], _ paper: Paper, _ lab: Invocation = .current) -> String {
    let (say, width) = (paper.language, paper.width)
    let rows = rows.map { (meaning: say.text($0.meaning), words: $0.words) }
    let longest = rows.map { TerminalText.columns($0.meaning) }.max() ?? 0
    let commands = rows.map { lab.command($0.words) }
    // A command that goes on in the next row is hard to find and to copy.
    let fits = commands.allSatisfy { TerminalText.columns($0) + longest + 4 <= width }
    let lines = zip(rows, commands).map { row, command in
      fits
        ? "  " + row.meaning.padded(to: longest) + "  " + command
        : "  " + say("\(row.meaning):") + "\n    " + command
    }
    return """
      \(say("OperationLab: what Operation and OperationQueue really do, shown on real runs."))

      \(steps.joined(separator: "\n"))

      \(say.text(method))

      \(lines.joined(separator: "\n"))
      """
  }

  private static let method = """
    Every lesson asks what a small program will do, runs it on this machine's own
    Foundation, and shows the trace of threads and states that answers it.
    """

  private static let rows: [(meaning: String, words: String)] = [
    ("why do eight of ten operations never start?", "lesson 3"),
    ("the page that explains it", "read 3"),
    ("an exercise: a short file to mend", "exercise 3"),
    ("all lessons", "list"),
    ("a test before the first lesson and after the last", "quiz"),
    ("test an Operation subclass of your own", "check --help"),
    ("all commands", "--help"),
  ]
}
