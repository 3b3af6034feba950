import OperationCourse
import OperationLab
import OperationBench
import Synchronization
import Testing

@testable import LabKit

/// Runs of lessons, in processes of their own.
enum LessonRun {
  private final class FirstRun: Sendable {
    let report = Mutex<LessonReport?>(nil)
  }

  private static let firstRuns = Dictionary(
    uniqueKeysWithValues: ([Lessons.first] + Lessons.all).map { ($0.slug, FirstRun()) })

  /// One report for all tests that ask the same of any run.
  static func first(of lesson: Lesson) throws -> LessonReport {
    let firstRun = try #require(firstRuns[lesson.slug])
    return try firstRun.report.withLock { report in
      let made = try report ?? another(of: lesson)
      report = made
      return made
    }
  }

  /// A report of a run that no other test shares.
  ///
  /// A crowded machine can leave a statement undecided. Its programs are run again, at most twice.
  static func another(of lesson: Lesson) throws -> LessonReport {
    let runner = LessonRunner { lesson, program in
      ChildProcess(
        executable: LabProcess.executable, arguments: ["__host", lesson.slug, program.name])
    }
    var runs: [Run] = []
    for program in lesson.programs {
      runs.append(try decided { try runner.run(lesson, only: [program]).runs[0] })
    }
    var report = LessonReport(lesson: lesson, runs: runs)
    for _ in 1..<tries {
      let undecided = report.findings.filter { $0.isFailure && $0.judgement.verdict == .undecided }
      let names = Set(undecided.flatMap(\.claim.programs))
      guard !names.isEmpty else { break }
      for (place, program) in lesson.programs.enumerated() where names.contains(program.name) {
        runs[place] = try decided { try runner.run(lesson, only: [program]).runs[0] }
      }
      report = LessonReport(lesson: lesson, runs: runs)
    }
    return report
  }

  /// A report of runs in the order in which an exploration begins. A program whose orders cannot be
  /// chosen runs free.
  static func inUsualOrder(of lesson: Lesson) throws -> LessonReport {
    let free = try another(of: lesson).runs
    let runs = try zip(lesson.programs, free).map { program, free in
      let chosen = try inOrders(of: lesson, program.name).run([Order()]).first
      return chosen.flatMap { $0.orderFailure == nil ? $0.run : nil } ?? free
    }
    return LessonReport(lesson: lesson, runs: runs)
  }

  /// Runs a program in chosen orders.
  static func inOrders(of lesson: Lesson, _ program: String) -> OrderRunner {
    OrderRunner(program: program) { orders in
      ChildProcess(
        executable: LabProcess.executable,
        arguments: ["__host", lesson.slug, program, "--orders", orders.listed])
    }
  }

  /// The run, which is repeated if the machine did not let it show how it ends.
  private static func decided(_ run: () throws -> Run) throws -> Run {
    for _ in 1..<tries {
      do { return try run() } catch is NotDecided {}
    }
    return try run()
  }

  private static let tries = 3
}

extension Lesson: CustomTestStringConvertible {
  /// The folder tells lessons apart in the output of the tests.
  public var testDescription: String { folder }
}
