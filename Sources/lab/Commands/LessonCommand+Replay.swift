import OperationDownloads
import OperationTesting
import OperationCourse

extension LessonCommand {
  /// The order that `--order` names; `nil` if it is not there.
  static func order(_ arguments: Arguments, _ program: Program?) throws(Failure) -> Order? {
    guard let text = arguments.value("--order") else { return nil }
    guard program != nil else {
      throw .usage("'--order' is an order of one program; name it with '--program'")
    }
    guard arguments.value("--repeat") == nil else {
      throw .usage("an order always gives the same trace; leave out '--repeat' or '--order'")
    }
    return try Order(option: text)
  }

  /// Runs the program in that order, and judges it.
  func replay(
    _ program: Program, _ order: Order, _ console: Console
  ) throws(Failure) -> LessonReport {
    let run = try follow(program, order)
    let report = LessonReport(lesson: lesson, runs: [run.run], isWhole: false)
    if isJSON { return report }
    let screen = LessonScreen(console.paper)
    console.show(screen.opening(lesson))
    console.show(screen.opening(program))
    if let header = screen.table.header { console.show(header) }
    for event in run.run.trace.events { console.show(screen.table.row(event)) }
    console.show(screen.after(run.run, of: program))
    console.show(screen.verdicts(report))
    return report
  }

  private func follow(_ program: Program, _ order: Order) throws(Failure) -> OrderedRun {
    let runner = Executable.orderRunner(lesson, program, deadline: deadline)
    let runs: [OrderedRun]
    do {
      runs = try runner.run([order])
    } catch {
      throw Failure(status: .internalFault, message: "cannot run the program: \(error)")
    }
    if let stray = runs[0].stray { throw .stray(stray, of: program) }
    return runs[0]
  }
}

extension Order {
  /// The order that an option gives.
  init(option text: String) throws(Failure) {
    guard let order = Order(text: text) else {
      throw .usage(
        "'\(text)' is no order; an order is a list of threads such as 'main:3,T1,main'; "
          + "'lab explore' names some")
    }
    self = order
  }
}

extension Failure {
  /// A program that cannot be run in an order.
  static func stray(_ stray: Stray, of program: Program) -> Failure {
    .usage("program '\(program.name)': \(stray)")
  }
}
