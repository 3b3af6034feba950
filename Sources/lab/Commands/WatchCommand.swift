import OperationCourse

/// Verifies an exercise at each save, until the learner leaves.
struct WatchCommand: Command {
  static let name = "watch"
  static let abstract = "verify an exercise at each save"
  static let operands = "[N|N.M]"
  static let options = [
    OptionSpec("--timeout", "S", "stop a scene that is busy for S seconds (default 3)"), .language,
  ]
  static let notes = """
    Without an exercise it begins with the file saved last, or with the first exercise that has
    not passed yet. Save the file of another one, and it goes there.
    Keys: h hint, t task, n next exercise, q or Escape quit.
    """

  private let exercise: Exercise?
  private let workplace: Workplace
  private let deadline: Duration
  private let progress: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    let operand = try arguments.onlyOperand(of: Self.self)
    exercise = operand == nil ? nil : try Exercises.named(operand, for: Self.name)
    workplace = Workplace(arguments.value("--dir"))
    deadline = try arguments.seconds("--timeout", in: 0.1...3600) ?? .seconds(3)
    progress = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let mended = try progress.load().mended
    guard
      let exercise = exercise ?? workplace.savedLast?.exercise
        ?? Exercises.all.first(where: { !mended.contains($0.id) }) ?? Exercises.all.first
    else { return .passed }
    guard console.canAsk else {
      throw .usage(
        "'lab watch' needs a terminal. Elsewhere use \(Invocation.mention("verify \(exercise.id)"))"
      )
    }
    let verification = try Verification(deadline: deadline)
    try WatchSession(exercise, in: workplace, verification, progress, console).run()
    return .passed
  }
}
