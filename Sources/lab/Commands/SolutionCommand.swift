import OperationCourse

/// The commented solution of an exercise, beside the learner's own where there is one.
struct SolutionCommand: Command {
  static let name = "solution"
  static let abstract = "the commented solution, after yours has passed"
  static let operands = "N|N.M"
  static let options = [
    OptionSpec("--anyway", nil, "also if yours has not passed yet"), .language,
  ]

  private let exercise: Exercise
  private let isAnyway: Bool
  private let workplace: Workplace
  private let progress: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    exercise = try Exercises.named(arguments.onlyOperand(of: Self.self), for: Self.name)
    isAnyway = arguments.has("--anyway")
    workplace = Workplace(arguments.value("--dir"))
    progress = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    if !isAnyway, !exercise.isExam {
      let mended = try progress.load().mended
      guard mended.contains(exercise.id) else {
        throw Failure(
          status: .failed,
          message:
            "your exercise \(exercise.id) has not passed yet. Try "
            + "\(Invocation.mention("hint \(exercise.id)")) or "
            + Invocation.mention("solution \(exercise.id) --anyway"))
      }
    }
    let say = console.language
    let solution = try ExerciseSource(exercise: exercise, in: say).solution()
    guard console.isTerminal, workplace.has(exercise) else {
      console.show(solution.hasSuffix("\n") ? String(solution.dropLast()) : solution)
      return .passed
    }
    let own = try workplace.files(of: exercise).sources.joined()
    console.show(
      TwoColumns(paper: console.paper)
        .text((say("Yours"), own), (say("One way to write it"), solution)))
    return .passed
  }
}
