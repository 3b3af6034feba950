import Foundation
import OperationCourse
import OperationLab
import OperationBench
import Testing

@Suite("The report of a lesson", .repeatable)
struct LessonReportTests {
  private static let lesson = Lesson(
    98, "report", title: "t", question: "q",
    programs: [
      Program("waits", role: .broken, "s", expected: .hangs, onDarwin: .traps) { _ in },
      Program("ends", role: .fixed, "s") { _ in },
    ],
    claims: [
      Claim(
        "C01", "it ends", origin: .article(.a), expected: .everywhere(.confirmed, because: "b"),
        in: "ends", given: [], expect: [.notYet(.cancelled("op"), at: .ended("op"))])
    ])

  @Test("passes when every program ended as declared and every claim is as expected")
  func passes() {
    let report = report(.hangs, .completes)
    #expect(report.isPassed)
    #expect(report.problems == [])
  }

  @Test("fails when a program ended another way, whatever the claims say")
  func ending() {
    let report = report(.completes, .completes)
    #expect(report.findings.map(\.isAsExpected) == [true])
    #expect(!report.isPassed)
    #expect(report.problems == ["program 'waits' completes"])
  }

  @Test("fails when a claim gets another verdict, however the programs end")
  func verdict() {
    let report = report(.hangs, .completes, isCancelled: true)
    #expect(!report.isPassed)
    #expect(report.problems == ["C01 is refuted: op was cancelled before op ended"])
  }

  @Test("expects of each platform what is declared for it")
  func platforms() {
    #expect(!report(.traps, .completes, on: .linux).isPassed)
    #expect(report(.traps, .completes, on: .darwin).news == [])
    #expect(report(.hangs, .completes, on: .darwin).news.count == 1)
  }

  @Test("of macOS tells news and does not fail when something is not as guessed")
  func news() {
    let report = report(.hangs, .completes, isCancelled: true, on: .darwin)
    #expect(report.isPassed && report.problems == [])
    #expect(
      report.news == [
        "program 'waits' of lesson 98 on macOS: it hangs, our guess was: traps",
        "C01 on macOS: refuted, our guess was confirmed; seen: op was cancelled before op ended",
      ])
  }

  @Test("of one program leaves out what needs another")
  func part() {
    let part = LessonReport(
      lesson: Self.lesson, runs: [Self.run("waits", .hangs)], platform: .linux)
    #expect(part.isPassed)
    #expect(part.findings.isEmpty)
  }

  private func report(
    _ waits: Run.Outcome, _ ends: Run.Outcome, isCancelled: Bool = false,
    on platform: Platform = .linux
  ) -> LessonReport {
    let runs = [Self.run("waits", waits), Self.run("ends", ends, isCancelled: isCancelled)]
    return LessonReport(lesson: Self.lesson, runs: runs, platform: platform)
  }

  private static func run(
    _ program: String, _ outcome: Run.Outcome, isCancelled: Bool = false
  ) -> Run {
    let trace = TimelineSamples.trace {
      if isCancelled { $0.add("main", "op", .cancelled) }
      $0.add("T1", "op", .ended)
    }
    return Run(program: program, outcome: outcome, trace: trace)
  }
}
