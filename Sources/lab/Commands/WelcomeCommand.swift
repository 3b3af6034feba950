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
    let progress = try file.load()
    var steps = Guide(progress).steps
    // The test comes before the first lesson.
    if progress.tests.isEmpty, progress.latestLesson == nil {
      steps.append(
        Guide.Step(reason: "Test what you know, now and after the course", command: "quiz"))
    }
    steps.append(Guide.Step(reason: "Test a class of your own", command: "check --help"))
    let paper = console.paper
    let about: [Phrase] = [
      "OperationLab: what Operation and OperationQueue really do, shown on real runs.",
      """
      Every lesson asks what a small program will do, runs it on this machine's own Foundation, and \
      shows the trace of threads and states that answers it.
      """,
    ]
    let parts =
      about.map { paper.language($0).wrapped(to: paper.width) }
      + [
        steps.map { $0.line(on: paper) }.joined(separator: "\n"),
        Guide.Step(reason: "All commands", command: "--help").line(on: paper),
      ]
    console.show(parts.joined(separator: "\n\n"))
    return .passed
  }
}
