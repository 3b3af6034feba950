import Foundation
import OperationLab
import Testing

@testable import lab

/// Every lesson, on real runs in processes of their own.
@Suite("Every lesson")
struct LessonTests {
  @Test("ends as declared and gets the verdicts expected here", arguments: Lessons.all)
  func passes(_ lesson: Lesson) throws {
    let report = try run(lesson)
    for run in report.runs {
      #expect(
        report.endedAsExpected(run), "\(run.program) \(run.outcome): \(run.detail.output)")
    }
    for finding in report.findings {
      #expect(
        finding.isAsExpected,
        "\(finding.claim.id) is \(finding.judgement.verdict): \(finding.judgement.seen)")
    }
    #expect(report.isPassed)
  }

  @Test("rejects each of its mutants", arguments: Lessons.all)
  func rejectsMutants(_ lesson: Lesson) throws {
    let report = try run(lesson)
    let runs = Runs(report.runs)
    for claim in lesson.claims {
      #expect(!claim.mutants.isEmpty, "\(claim.id) has no mutant")
      #expect(claim.expected.allows(claim.judgement(on: runs).verdict, on: .current))
      for mutant in claim.mutants {
        let judgement = claim.judgement(on: mutant.mutated(runs))
        #expect(
          !claim.expected.allows(judgement.verdict, on: .current),
          "\(claim.id) lets the mutant '\(mutant.name)' live: \(judgement.seen)")
      }
    }
  }

  @Test("gives every subject the same story in every run", arguments: Lessons.all)
  func isDeterministic(_ lesson: Lesson) throws {
    let (first, second) = try (run(lesson), run(lesson))
    for (one, other) in zip(first.runs, second.runs) {
      #expect(
        Drift.story(TraceText.table(one.trace)) == Drift.story(TraceText.table(other.trace)),
        "program \(one.program)")
    }
  }

  @Test("decides nothing from empty traces", arguments: Lessons.all)
  func needsEvidence(_ lesson: Lesson) {
    let runs = Runs(
      lesson.programs.map { Run(program: $0.name, outcome: .completes, trace: Trace()) })
    for claim in lesson.claims {
      #expect(claim.judgement(on: runs).verdict == .undecided, "\(claim.id)")
      #expect(claim.judgement(on: Runs([])).verdict == .undecided, "\(claim.id)")
    }
  }

  @Test("has well-formed parts", arguments: Lessons.all)
  func isWellFormed(_ lesson: Lesson) {
    let names = lesson.programs.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(!lesson.question.isEmpty && !lesson.title.isEmpty)
    #expect(lesson.programs.contains { $0.role == .article || $0.role == .broken })
    for claim in lesson.claims {
      #expect(claim.id.wholeMatch(of: /[A-E][0-9]{2}[a-z]?/) != nil, "\(claim.id)")
      #expect(!claim.expected.because.isEmpty, "\(claim.id)")
    }
  }

  @Test("has numbers, names and claims that no other lesson has")
  func areDistinct() {
    let ids = Lessons.all.flatMap(\.claims).map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(Lessons.all.map(\.slug)).count == Lessons.all.count)
    // No gaps: a lesson that fell out of the list would pass unnoticed.
    #expect(Lessons.all.map(\.number) == Array(1...Lessons.all.count))
  }

  private func run(_ lesson: Lesson) throws -> LessonReport {
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
