import OperationCourse
import OperationLab
import OperationBench
import Testing

@testable import LabKit
@testable import LabDocs

/// Every statement of the articles, of Apple's documentation and of this kit, judged by real runs.
///
/// `swift test --filter Statements` runs every lesson once and takes a few seconds.
@Suite("Statements", .repeatable, .elsewhere)
struct StatementsTests {
  @Test("gets the verdict expected on this platform", arguments: Statement.all)
  func isJudged(_ statement: Statement) throws {
    let report = try LessonRun.first(of: statement.lesson)
    let finding = try #require(report.findings.first { $0.claim.id == statement.claim.id })
    #expect(
      !finding.isFailure,
      """
      \(finding.judgement.verdict.rawValue), expected \(finding.expected.rawValue): \
      \(finding.judgement.seen)
      \(statement.traces(in: report))
      """)
  }

  @Test("are decided by programs that end as declared", arguments: Lessons.all)
  func endAsDeclared(_ lesson: Lesson) throws {
    let report = try LessonRun.first(of: lesson)
    for run in report.runs {
      #expect(
        !report.endingFailed(run),
        "'\(run.program)' \(run.outcome): \(run.detail.output)\n\(TraceText(language: .english).table(run.trace))"
      )
    }
  }
}

/// A statement, and the lesson that decides it.
struct Statement: Sendable, CustomTestStringConvertible {
  let lesson: Lesson
  let claim: Claim

  static let all = Lessons.all.flatMap { lesson in
    lesson.claims.map { Statement(lesson: lesson, claim: $0) }
  }

  var testDescription: String { "\(claim.id) \(claim.statement)" }

  /// The traces that decide it.
  func traces(in report: LessonReport) -> String {
    report.runs.filter { claim.programs.contains($0.program) }
      .map { "program '\($0.program)':\n\(TraceText(language: .english).table($0.trace))" }
      .joined(separator: "\n")
  }
}
