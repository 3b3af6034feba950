import OperationCourse
import OperationTesting
import Synchronization
import Testing

@testable import lab

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
  static func another(of lesson: Lesson) throws -> LessonReport {
    let runner = LessonRunner { lesson, program in
      ChildProcess(
        executable: LabProcess.executable, arguments: ["__host", lesson.slug, program.name])
    }
    return try runner.run(lesson)
  }
}

extension Lesson: CustomTestStringConvertible {
  /// The folder tells lessons apart in the output of the tests.
  public var testDescription: String { folder }
}
