import Foundation
import OperationCourse
import OperationLab
import OperationBench

/// Runs a lesson: its programs with their live traces, then the verdicts.
struct LessonCommand: Command {
  static let name = "lesson"
  static let abstract = "run a lesson: programs, live trace, verdicts"
  static let operands = "N|NAME"
  static let options =
    [
      OptionSpec("--all", nil, "all programs, the further ones too, without questions"),
      OptionSpec("--further", nil, "the programs beyond the main line"),
      OptionSpec("--program", "NAME", "only this program of the lesson"),
      OptionSpec("--order", "TEXT", "the program in this order, as 'lab explore' names it"),
      OptionSpec("--json", nil, "the whole result as JSON"),
    ] + Export.options + [
      OptionSpec("--timeout", "S", "kill a program after S seconds (default 30)"), .language,
    ]

  let lesson: Lesson
  private let program: Program?
  /// The programs to run.
  private let programs: [Program]
  private let order: Order?
  let isJSON: Bool
  let deadline: Duration
  let export: Export?
  let opens: Bool
  private let showsAll: Bool
  private let file: ProgressFile

  init(_ arguments: Arguments) throws(Failure) {
    lesson = try Lessons.named(arguments.onlyOperand(of: Self.self), for: Self.name)
    if let name = arguments.value("--program") {
      program = try lesson.program(option: name)
    } else {
      program = nil
    }
    isJSON = arguments.has("--json")
    programs =
      if let program {
        [program]
      } else if arguments.has("--all") || isJSON {
        lesson.programs
      } else if arguments.has("--further") { lesson.further } else { lesson.mainLine }
    if programs.isEmpty { throw .nothingFurther(lesson) }
    deadline = try arguments.seconds("--timeout", in: 0.1...3600) ?? Durations.program
    opens = arguments.has("--open")
    export = try Export.asked(arguments, for: "lesson-\(lesson.number)")
    order = try Self.order(arguments, program)
    showsAll = arguments.has("--all") || isJSON || export != nil || order != nil
    file = ProgressFile(path: arguments.value("--state"))
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    if !showsAll, console.canAsk { return try converse(console) }
    try export?.prepare()
    let report =
      if let program, let order { try replay(program, order, console) } else {
        try isJSON ? perform() : show(console)
      }
    if isJSON {
      console.show(try JSONText.dated(report.json))
    }
    try write(report, console)
    return [report].status
  }

  /// The lesson as a dialogue.
  private func converse(_ console: Console) throws(Failure) -> ExitStatus {
    let talk = SceneTalk(Dialogue(console), file) { (scene: Scene) throws(Failure) in
      try console.run(scene.program, of: scene.lesson, deadline: deadline)
    }
    let report = try LessonTalk(talk, lesson, programs, file.load()).hold()
    return report.map { [$0].status } ?? .passed
  }

  /// - Parameter progress: what to call meanwhile. By default nothing.
  private func perform(_ progress: LessonRunner.Progress = .init()) throws(Failure) -> LessonReport
  {
    do {
      return try LessonRunner(deadline: deadline, host: Executable.host)
        .run(lesson, only: programs, progress: progress)
    } catch {
      throw Failure(status: .internalFault, message: "cannot run the lesson: \(error)")
    }
  }

  private func show(_ console: Console) throws(Failure) -> LessonReport {
    let screen = LessonScreen(console.paper)
    console.show(screen.opening(lesson))
    let report = try perform(live(screen, console))
    console.show(screen.verdicts(report))
    return report
  }

  /// Shows each program's events as they happen, and what they come to.
  private func live(_ screen: LessonScreen, _ console: Console) -> LessonRunner.Progress {
    LessonRunner.Progress(
      willRun: { program in
        console.show(screen.opening(program))
        if let header = screen.table.header { console.show(header) }
      },
      didHear: { _, event in console.show(screen.table.row(event)) },
      didRun: { program, run in console.show(screen.after(run, of: program)) })
  }
}

extension Console {
  /// Runs a program of a lesson, and says so meanwhile. Blocks the calling thread.
  func run(
    _ program: Program, of lesson: Lesson, deadline: Duration = Durations.program
  ) throws(Failure) -> Run {
    try running(program, of: lesson) {
      try ProgramRunner(child: Executable.host(lesson, program), deadline: deadline)
        .run(program.name)
    }
  }

  /// The same in an order that was chosen.
  func run(
    _ program: Program, of lesson: Lesson, in order: Order,
    deadline: Duration = Durations.program
  ) throws(Failure) -> OrderedRun {
    try running(program, of: lesson) {
      try Executable.orderRunner(lesson, program, deadline: deadline).run([order])[0]
    }
  }

  private func running<Result>(
    _ program: Program, of lesson: Lesson, _ body: () throws -> Result
  ) throws(Failure) -> Result {
    showProgress(language("running \(program.name) of lesson \(lesson.number)"))
    defer { showProgress("") }
    do { return try body() } catch {
      throw Failure(status: .internalFault, message: "cannot run the program: \(error)")
    }
  }
}

extension LessonCommand {
  /// Writes the file that was asked for, and opens it if that was asked for.
  func write(_ report: LessonReport, _ console: Console) throws(Failure) {
    guard let export else { return }
    try export.write(
      report, transcript: LessonScreen(.plain).whole(report), code: ProgramCode(of: lesson),
      boards: export.format == .html && order == nil ? boards(console) : [],
      in: console.language)
    if opens { export.open(console) }
  }
}

extension LessonCommand {
  /// The programs that can be played. None where the machine does not let them be explored.
  private func boards(_ console: Console) -> [TimelineAlbum.Board] {
    do {
      return try TimelineAlbum.Board.all(
        of: lesson, programs, in: console.language, progress: console.showProgress)
    } catch {
      console.complain("the page has nothing to play: \(error)")
      return []
    }
  }

  /// The order that `--order` names. `nil` if it is not there.
  static func order(_ arguments: Arguments, _ program: Program?) throws(Failure) -> Order? {
    guard let text = arguments.value("--order") else { return nil }
    guard program != nil else {
      throw .usage("'--order' is an order of one program. Name it with '--program'")
    }
    return try Order(option: text)
  }

  /// Runs the program in that order, and judges it.
  func replay(
    _ program: Program, _ order: Order, _ console: Console
  ) throws(Failure) -> LessonReport {
    let run = try console.run(program, of: lesson, in: order, deadline: deadline)
    if let failure = run.orderFailure { throw .orderFailure(failure, of: program.name) }
    let report = LessonReport(lesson: lesson, runs: [run.run])
    if !isJSON { console.show(LessonScreen(console.paper).whole(report)) }
    return report
  }
}

extension [LessonReport] {
  /// With which a command ends that has shown these.
  var status: ExitStatus { allSatisfy(\.isPassed) ? .passed : .failed }
}

extension Order {
  /// The order that an option gives.
  init(option text: String) throws(Failure) {
    guard let order = Order(text: text) else {
      throw .usage(
        "'\(text)' is no order. An order is a list of threads such as 'main:3,T1,main'; "
          + "'lab explore' names some")
    }
    self = order
  }
}

extension Failure {
  /// A lesson that is all main line.
  static func nothingFurther(_ lesson: Lesson) -> Failure {
    .usage(
      "lesson \(lesson.number) has nothing further. Leave out '--further'")
  }

  /// A program that cannot be run in an order.
  static func orderFailure(_ orderFailure: OrderFailure, of program: String) -> Failure {
    .usage("program '\(program)': \(orderFailure)")
  }
}
