import Foundation
import OperationLab
import Synchronization

/// Runs a lesson: its programs with their live traces, then the verdicts.
struct LessonCommand: Command {
  static let name = "lesson"
  static let abstract = "run a lesson: programs, live trace, verdicts"
  static let operands = "N|NAME"
  static let options = [
    OptionSpec("--program", "NAME", "only this program of the lesson"),
    OptionSpec("--repeat", "K", "run it K times; report each claim as always, sometimes or never"),
    OptionSpec("--json", nil, "the whole result as JSON"),
    OptionSpec(
      "--export", "FILE", "also write it to a .txt, .json, .svg, .html or .perfetto.json"),
    OptionSpec("--timeout", "S", "kill a program after S seconds (default 10)"),
  ]

  private let lesson: Lesson
  private let program: Program?
  private let isJSON: Bool
  private let deadline: Duration
  private let repeats: Int?
  private let export: Export?

  init(_ arguments: Arguments) throws(Failure) {
    lesson = try Lessons.named(arguments.onlyOperand(of: Self.name), for: Self.name)
    if let name = arguments.value("--program") {
      program = try lesson.program(option: name)
    } else {
      program = nil
    }
    isJSON = arguments.has("--json")
    deadline = try arguments.seconds("--timeout", in: 0.1...3600) ?? .seconds(10)
    repeats = try arguments.integer("--repeat", in: 1...100_000)
    export = try arguments.value("--export").map { path throws(Failure) in try Export(path: path) }
    if export != nil, repeats != nil {
      throw .usage("'--export' writes one run; leave out '--repeat'")
    }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    if let repeats { return try runRepeatedly(repeats, console) }
    try export?.prepare()
    let report = try perform(console)
    if isJSON {
      console.show(try JSONText.of(report.json))
    }
    try export?.write(report, transcript: LessonScreen(.plain).whole(report))
    return report.isPassed ? .passed : .failed
  }

  private func perform(_ console: Console) throws(Failure) -> LessonReport {
    let runner = LessonRunner(deadline: deadline, host: Executable.host)
    do {
      if isJSON { return try runner.run(lesson, only: program) }
      let screen = LessonScreen(console.paper)
      console.show(screen.opening(lesson))
      let report = try runner.run(lesson, only: program, progress: live(screen, console))
      console.show(screen.verdicts(report))
      return report
    } catch {
      throw Failure(status: .internalFault, message: "cannot run the lesson: \(error)")
    }
  }

  private func runRepeatedly(_ count: Int, _ console: Console) throws(Failure) -> ExitStatus {
    let runner = LessonRunner(deadline: deadline, host: Executable.host)
    var tally = Tally(lesson)
    for round in 1...count {
      console.showProgress("lesson \(lesson.number), round \(round) of \(count)")
      do {
        tally.add(try runner.run(lesson, only: program))
      } catch {
        throw Failure(status: .internalFault, message: "cannot run the lesson: \(error)")
      }
    }
    console.show(isJSON ? try JSONText.of(tally.json) : TallyScreen(console.paper).text(tally))
    return tally.isPassed ? .passed : .failed
  }

  /// Shows each program's events as they happen, and what they come to.
  ///
  /// On a terminal the bars of downloads move below the events, and stay when the program is over.
  private func live(_ screen: LessonScreen, _ console: Console) -> LessonRunner.Progress {
    let bars = ProgressBars()
    return LessonRunner.Progress(
      willRun: { program in
        bars.table.withLock { $0 = ProgressTable() }
        console.show(screen.opening(program))
        if let header = screen.table.header { console.show(header) }
      },
      didHear: { _, event in
        console.show(screen.table.row(event))
        bars.table.withLock { $0.take(event) }
        if let text = screen.bars(bars.table.withLock { $0 }) { console.showProgress(text) }
      },
      didRun: { program, run in
        if console.isTerminal, let text = screen.bars(bars.table.withLock { $0 }) {
          console.show(text)
        }
        console.show(screen.after(run, of: program))
      })
  }

  /// The bars of the program that runs.
  private final class ProgressBars: Sendable {
    let table = Mutex(ProgressTable())
  }
}
