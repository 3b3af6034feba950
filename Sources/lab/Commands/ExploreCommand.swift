import OperationDownloads
import OperationBench
import OperationCourse

/// Runs programs in every order of their points, and says what the orders lead to.
struct ExploreCommand: Command {
  static let name = "explore"
  static let abstract = "run a lesson's programs in every order of their steps"
  static let operands = "N|NAME"
  static let options = [
    OptionSpec("--program", "NAME", "only this program of the lesson"),
    OptionSpec("--deviations", "K", "at most K steps out of the usual order (default: any)"),
    OptionSpec("--limit", "K", "at most K orders of a program (default 2000)"),
    OptionSpec("--time", "S", "start no more after S seconds (default 8, for all programs)"),
    OptionSpec("--export", "FILE", "also write a .html page on which to choose each step"),
    OptionSpec("--json", nil, "as JSON"),
  ]
  static let notes = """
    A point is a place where a thread records an event. In the usual order, the thread that went last
    continues. Each deviation lets another thread continue. 'lab lesson N --program NAME --order TEXT'
    runs one of the orders again. With '--program', all that the orders lead to is shown.
    """

  private let lesson: Lesson
  private let program: Program?
  private let plan: Exploration.Plan
  private let isJSON: Bool
  private let export: Export?

  init(_ arguments: Arguments) throws(Failure) {
    lesson = try Lessons.named(arguments.onlyOperand(of: Self.self), for: Self.name)
    if let name = arguments.value("--program") {
      program = try lesson.program(option: name)
    } else {
      program = nil
    }
    var plan = Exploration.Plan()
    plan.deviations = try arguments.integer("--deviations", in: 0...1000)
    plan.limit = try arguments.integer("--limit", in: 1...10_000_000) ?? plan.limit
    let time = try arguments.seconds("--time", in: 0.1...86_400) ?? plan.time
    plan.time = time / (program == nil ? lesson.programs.count : 1)
    self.plan = plan
    isJSON = arguments.has("--json")
    export = try Export.page(arguments)
    if export != nil, program == nil {
      throw .usage("'--export' is for one program. Name it with '--program'")
    }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    try export?.prepare()
    let screen = ExplorationScreen(console.paper)
    var reports: [Exploration.Report] = []
    for program in program.map({ [$0] }) ?? lesson.programs {
      do {
        let report = try explore(program, console)
        reports.append(report)
      } catch let orderFailure as OrderFailure {
        if self.program != nil { throw .orderFailure(orderFailure, of: program.name) }
        console.complain("program '\(program.name)' is left out: \(orderFailure)")
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(status: .internalFault, message: "cannot explore: \(error)")
      }
    }
    if !isJSON {
      console.show(screen.text(reports, lesson))
    } else {
      let all = reports.map { $0.json(lesson: lesson.number) }
      if program != nil, let only = all.first {
        console.show(try JSONText.dated(only))
      } else {
        console.show(try JSONText.of(all))
      }
    }
    return .passed
  }

  private func explore(_ program: Program, _ console: Console) throws -> Exploration.Report {
    let runner = Executable.orderRunner(lesson, program)
    let exploration = Exploration(of: program.name) { try runner.run($0) }
    var runs: [OrderedRun] = []
    let report = try exploration.run(
      plan, progress: { console.showProgress("\(program.name): \($0) orders") },
      see: { run, report in
        if export != nil { runs.append(run) }
        report.add(LessonReport(lesson: lesson, runs: [run.run]).verdicts, on: run)
      })
    try export?.write(
      TimelineAlbum(
        title: "Lesson \(lesson.number), program \(program.name)", pages: [],
        boards: [.init(lesson, program, runs, isComplete: report.isEverything)]
      ).html())
    return report
  }
}

extension LessonReport {
  /// The verdicts by the ids of the claims. One that needs another program is never decided.
  fileprivate var verdicts: [String: Verdict] {
    Dictionary(findings.map { ($0.claim.id, $0.judgement.verdict) }, uniquingKeysWith: { $1 })
  }
}
