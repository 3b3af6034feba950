import OperationBench
import OperationDownloads

/// One article scenario: programs to run, and the statements that their traces decide.
package struct Lesson: Sendable {
  /// 1 … 23. Never changes.
  package let number: Int
  /// The folder's name under `Lessons/` without its number.
  package let slug: String
  /// What the lesson is about, as a heading.
  package let title: String
  /// What the learner should be able to answer afterwards.
  package let question: String
  /// The scenarios of the main line, in the order in which they are run: enough for one sitting.
  package let mainLine: [Program]
  /// More scenarios for readers who want to know more.
  package let further: [Program]
  private let makeClaims: @Sendable () -> [Claim]
  private let makePredictions: @Sendable () -> [String: Prediction]
  /// The question as it is asked before a prediction. It must not tell what happens.
  package let opening: String

  /// A lesson. Numbers and slugs must be unique among all.
  ///
  /// Claims and predictions are made when they are asked for: a process that runs one program does not
  /// need those of all lessons.
  package init(
    _ number: Int, _ slug: String, title: String, question: String, programs: [Program],
    further: [Program] = [], claims: @autoclosure @escaping @Sendable () -> [Claim],
    predictions: @autoclosure @escaping @Sendable () -> [String: Prediction] = [:],
    opening: String? = nil
  ) {
    self.number = number
    self.slug = slug
    self.title = title
    self.question = question
    mainLine = programs
    self.further = further
    makeClaims = claims
    makePredictions = predictions
    self.opening = opening ?? question
  }

  /// All scenarios: the main line, then the further ones.
  package var programs: [Program] { mainLine + further }

  /// The statements that the runs of the programs decide.
  package var claims: [Claim] { makeClaims() }

  /// The question before a program runs, by its name. Without one the question is how it ends.
  package var predictions: [String: Prediction] { makePredictions() }

  /// The statements that these programs decide.
  package func claims(decidedBy programs: [Program]) -> [Claim] {
    let names = Set(programs.map(\.name))
    return claims.filter { $0.programs.isSubset(of: names) }
  }

  /// The program of that name.
  package func program(named name: String) -> Program? {
    programs.first { $0.name == name }
  }

  /// The question before the program runs.
  package func prediction(for program: Program) -> Prediction {
    var prediction = predictions[program.name] ?? .ending
    prediction.explanation = reasons?.answers[program.name]
    if reasons?.main == program.name { prediction.why = reasons?.why ?? [] }
    return prediction
  }

  /// The folder of its page, such as `03-missing-finish`.
  package var folder: String {
    (number < 10 ? "0" : "") + "\(number)-\(slug)"
  }
}

/// Runs a lesson's programs, each in a process of its own, and judges its claims.
package struct LessonRunner: Sendable {
  /// Makes the process that hosts a program of a lesson.
  package typealias Host = @Sendable (Lesson, Program) -> ChildProcess

  private let host: Host
  private let deadline: Duration

  /// A runner. Nothing is run yet.
  ///
  /// - Parameters:
  ///   - deadline: how long one program may take before it is killed.
  ///   - host: makes the process of a program.
  package init(deadline: Duration = Durations.program, host: @escaping Host) {
    self.host = host
    self.deadline = deadline
  }

  /// What to call while a lesson runs. All calls come one at a time.
  package struct Progress: Sendable {
    /// Called before a program's process is started.
    package var willRun: @Sendable (Program) -> Void
    /// Called on another thread, as the event happens.
    package var didHear: @Sendable (Program, Event) -> Void
    /// Called when a program's process has ended.
    package var didRun: @Sendable (Program, Run) -> Void

    /// Calls back for what is given, and does nothing for the rest.
    package init(
      willRun: @escaping @Sendable (Program) -> Void = { _ in },
      didHear: @escaping @Sendable (Program, Event) -> Void = { _, _ in },
      didRun: @escaping @Sendable (Program, Run) -> Void = { _, _ in }
    ) {
      self.willRun = willRun
      self.didHear = didHear
      self.didRun = didRun
    }
  }

  /// Runs the lesson, or some programs of it, and blocks the calling thread.
  ///
  /// - Parameter programs: those to run. By default all.
  /// - Throws: an error in one line when a process cannot be started.
  package func run(
    _ lesson: Lesson, only programs: [Program]? = nil, progress: Progress = Progress()
  ) throws -> LessonReport {
    var runs: [Run] = []
    for program in programs ?? lesson.programs {
      progress.willRun(program)
      let runner = ProgramRunner(child: host(lesson, program), deadline: deadline)
      let run = try runner.run(program.name) { progress.didHear(program, $0) }
      progress.didRun(program, run)
      runs.append(run)
    }
    return LessonReport(lesson: lesson, runs: runs)
  }
}
