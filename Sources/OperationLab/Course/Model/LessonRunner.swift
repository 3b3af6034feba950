import OperationLab
import OperationBench

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
  package init(deadline: Duration = ProgramRunner.usualDeadline, host: @escaping Host) {
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
