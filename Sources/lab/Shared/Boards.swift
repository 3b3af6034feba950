import OperationBench
import OperationCourse

extension TimelineAlbum.Board {
  /// Runs each of these programs that has goals in every order. Blocks the calling thread.
  ///
  /// - Parameter language: of the words.
  /// - Throws: why a program cannot be explored.
  package static func all(
    of lesson: Lesson, _ programs: [Program], in language: Language = .english,
    progress: (String) -> Void = { _ in }
  ) throws -> [Self] {
    try programs.filter { !goals(of: lesson, $0).isEmpty }.map { program in
      let runner = Executable.orderRunner(lesson, program)
      var runs: [OrderedRun] = []
      let report = try Exploration(of: program.name) { try runner.run($0) }.run(
        Exploration.Plan(time: .seconds(600)),
        progress: { progress("\(program.name): \($0) orders") }, see: { run, _ in runs.append(run) }
      )
      return Self(lesson, program, runs, isComplete: report.isEverything, in: language)
    }
  }

  /// A program's runs in its orders.
  package init(
    _ lesson: Lesson, _ program: Program, _ runs: [OrderedRun], isComplete: Bool,
    in language: Language = .english
  ) {
    let tree = OrderTree(
      runs, of: program.name, isComplete: isComplete, goals: Self.goals(of: lesson, program),
      command: "lab lesson \(lesson.number) --program \(program.name) --order", in: language)
    self.init(
      summary: language.text(program.summary), tree: tree,
      code: TimelineAlbum.Code(ProgramCode(of: lesson), of: program.name, Trace(tree.steps)))
  }

  private static func goals(of lesson: Lesson, _ program: Program) -> [Goal] {
    Goals.of(lesson).filter { $0.program == program.name }
  }
}
