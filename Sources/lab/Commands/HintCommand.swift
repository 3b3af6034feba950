import OperationCourse

/// The hints to an exercise, one more each time.
struct HintCommand: Command {
  static let name = "hint"
  static let abstract = "a hint for an exercise, another one each time"
  static let operands = "N|N.M"
  static let options = [
    OptionSpec("--number", "K", "this one: 1, 2 or 3"), .language,
  ]

  private let exercise: Exercise
  private let number: Int?
  private let progress: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    exercise = try Exercises.named(arguments.onlyOperand(of: Self.self), for: Self.name)
    number = try arguments.integer("--number", in: 1...3)
    progress = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let source = ExerciseSource(exercise: exercise, in: console.language)
    if exercise.isExam { throw source.noHelp("hint") }
    let hints = try source.hints()
    guard !hints.isEmpty else {
      throw Failure(
        status: .unreadable,
        message: "there are no hints to exercise \(exercise.id). Is the checkout complete?")
    }
    let seen = try progress.load().hints[exercise.id] ?? 0
    let screen = ExerciseScreen(console.paper)
    let place = min(number ?? seen + 1, hints.count)
    console.show(screen.hint(place - 1, of: hints))
    if number == nil, seen < hints.count { try progress.hinted(exercise.id) }
    if place == hints.count {
      console.show(
        "\n"
          + screen.line(
            "That was the last one. The solution", "solution \(exercise.id) --anyway"))
    }
    return .passed
  }
}
