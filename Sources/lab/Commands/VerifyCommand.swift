import OperationCourse
import OperationBench

/// Compiles the learner's file, runs it under the bench, and judges the traces.
struct VerifyCommand: Command {
  static let name = "verify"
  static let abstract = "judge your work on an exercise"
  static let operands = "N|N.M"
  static let options = [
    OptionSpec("--json", nil, "the whole result as JSON"),
    OptionSpec("--all", nil, "for teachers: the operand is a folder with a folder each"),
    OptionSpec("--csv", nil, "with --all: a line for each learner and exercise"),
    OptionSpec("--shard", "I/N", "with --all: only part I of the learners, of N equal parts"),
    OptionSpec("--timeout", "S", "stop a scene that is busy for S seconds (default 3)"),
    .language,
  ]
  static var notes: String {
    """
    Exit status: 0 passed, 1 not yet, 65 it does not compile, 66 it is not there.
    'lab verify --all DIR' grades a folder of many learners' work: DIR/NAME/NN-slug/…
    or DIR/NAME/lab-work/NN-slug/… The lines of '--csv' of the parts 1/N to N/N, one after
    the other, are those of the whole class.
    """
  }

  private enum Order {
    case one(Exercise, Workplace)
    case all(Classroom)
  }

  private let order: Order
  private let isJSON: Bool
  private let isCSV: Bool
  private let deadline: Duration
  private let progress: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    let operand = try arguments.onlyOperand(of: Self.self)
    if arguments.has("--all") {
      guard let operand else {
        throw .usage("'--all' needs a folder: lab verify --all DIR, with a folder each in it")
      }
      let shard = try arguments.value("--shard").map(Classroom.Shard.init) ?? .whole
      order = .all(try Classroom(operand, shard: shard))
    } else {
      if arguments.has("--shard") { throw .usage("'--shard' goes with '--all'") }
      order = .one(
        try Exercises.named(operand, for: Self.name), Workplace(arguments.value("--dir")))
    }
    isJSON = arguments.has("--json")
    isCSV = arguments.has("--csv")
    if isCSV, isJSON || !arguments.has("--all") {
      throw .usage("'--csv' goes with '--all', and not with '--json'")
    }
    deadline = try arguments.seconds("--timeout", in: 0.1...3600) ?? .seconds(3)
    progress = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    switch order {
    case .one(let exercise, let workplace): try verify(exercise, workplace, console)
    case .all(let classroom): try grade(classroom, console)
    }
  }

  private func verify(
    _ exercise: Exercise, _ workplace: Workplace, _ console: Console
  ) throws(Failure) -> ExitStatus {
    let files = try workplace.files(of: exercise)
    console.showProgress(console.language("compiling and running"))
    let outcome = try Verification(deadline: deadline).verify(exercise, files)
    if try workplace.restore(exercise, files.sources.joined()) {
      console.complain("your program has removed your own file, and lab has put it back")
    }
    if isJSON {
      console.show(try JSONText.dated(outcome.json(exercise)))
    } else {
      if case .refused(let messages) = outcome { console.passOn(messages) }
      let screen = ExerciseScreen(console.paper)
      console.show(screen.outcome(outcome, of: exercise))
      console.show(screen.next(after: outcome, of: exercise))
    }
    if outcome.passed { try progress.mended(exercise.id) }
    return outcome.status
  }

  private func grade(_ classroom: Classroom, _ console: Console) throws(Failure) -> ExitStatus {
    let verification = try Verification(deadline: deadline, width: 1)
    let reports = classroom.grade(verification) { done, all in
      console.showProgress("\(done) of \(all) files")
    }
    let text =
      isJSON
      ? try JSONText.of(reports)
      : isCSV
        ? Classroom.csv(reports, of: classroom.shard) : Classroom.table(reports, console.paper)
    // A part may have no learner, and an empty line is no line of a table.
    if !text.isEmpty { console.show(text) }
    return reports.allSatisfy(\.passed) ? .passed : .failed
  }
}

extension Verification.Outcome {
  /// The documented status of a verification.
  var status: ExitStatus {
    switch self {
    case .refused: .doesNotCompile
    case .graded(let grade): grade.passed ? .passed : .failed
    }
  }
}
