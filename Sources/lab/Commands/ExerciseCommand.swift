import OperationCourse
import OperationDownloads
import OperationLab
import OperationBench

/// Puts an exercise into the learner's folder.
struct ExerciseCommand: Command {
  static let name = "exercise"
  static let abstract = "get an exercise: a short file to mend"
  static let operands = "N|N.M"
  static let options = [
    OptionSpec("--reset", nil, "begin again, and keep your file under another name"),
    OptionSpec("--list", nil, "all exercises, a line each"),
    OptionSpec("--json", nil, "with --list: as JSON"), .language,
  ]

  /// An exercise in the list, for scripts. Once shipped: add, never rename.
  private struct Entry: Encodable {
    var exercise: String
    var lesson: Int
    var kind: Exercise.Kind
    var title: String
    /// From the folder of all work.
    var file: String
  }

  /// `nil` for the list.
  private let exercise: Exercise?
  private let workplace: Workplace
  private let begins: Bool
  private let isJSON: Bool
  private let progress: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    let operand = try arguments.onlyOperand(of: Self.self)
    isJSON = arguments.has("--json")
    if arguments.has("--list") {
      if let operand { throw .usage("'--list' shows all exercises. Leave out '\(operand)'") }
      exercise = nil
    } else {
      if isJSON { throw .usage("'--json' goes with '--list'") }
      exercise = try Exercises.named(operand, for: Self.name)
    }
    workplace = Workplace(arguments.value("--dir"))
    begins = arguments.has("--reset")
    progress = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    guard let exercise else { return try list(console) }
    let source = ExerciseSource(exercise: exercise, in: console.language)
    let (start, task) = (try source.start(), try source.task())
    let path = workplace.path(of: exercise)
    let screen = ExerciseScreen(console.paper)
    if begins {
      if let copy = try workplace.setAside(exercise) {
        console.show(console.language("Your work so far is in \(copy)."))
      }
    } else if workplace.has(exercise) {
      console.show(screen.task(exercise, task, path: path))
      console.show(
        screen.line(
          "It is there already and was left as it is. To begin again",
          "exercise \(exercise.id) --reset"))
      return .passed
    }
    try workplace.put(exercise, start)
    console.show(screen.task(exercise, task, path: path))
    return .passed
  }

  private func list(_ console: Console) throws(Failure) -> ExitStatus {
    if isJSON {
      let entries = Exercises.withExam.map {
        Entry(
          exercise: $0.id, lesson: $0.lesson, kind: $0.kind, title: $0.title, file: $0.file)
      }
      console.show(try JSONText.of(entries))
    } else {
      let screen = ExerciseScreen(console.paper)
      let mended = try progress.load().mended
      let exam = screen.rows(of: Exercises.exam, mended: mended)
      console.show(
        (screen.rows(mended: mended)
          + ["", console.language("For an exam, without hints and solutions:")] + exam)
          .joined(separator: "\n"))
    }
    return .passed
  }
}
