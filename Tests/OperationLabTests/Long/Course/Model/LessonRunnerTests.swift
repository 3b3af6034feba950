import Foundation
import OperationCourse
import OperationBench
import Synchronization
import Testing

/// A shell plays the process of each program.
@Suite("Running a lesson", .longPlan, .repeatable)
struct LessonRunnerTests {
  private static let lesson = Lesson(
    96, "run", title: "t", question: "q",
    programs: [
      Program("first", role: .article, "s", expected: .exits) { _ in },
      Program("second", role: .fixed, "s", expected: .exits) { _ in },
    ],
    claims: [
      Claim(
        "C01", "both", origin: .article(.a), expected: .everywhere(.confirmed, because: "b"),
        Scenario("first", given: [], expect: [.happens(.began("s"))]),
        Scenario("second", given: [], expect: [.happens(.began("s"))]))
    ])

  @Test("runs its programs in their order, each in a process of its own, and judges")
  func whole() async throws {
    let (report, told) = try await run()
    #expect(report.runs.map(\.program) == ["first", "second"])
    #expect(report.runs.map(\.detail.output) == ["first of run\n", "second of run\n"])
    #expect(report.findings.map(\.judgement.verdict) == [.undecided])
    #expect(told == ["will first", "did first exits", "will second", "did second exits"])
  }

  @Test("runs one program if only one was asked for, and leaves out what needs the other")
  func part() async throws {
    let (report, told) = try await run(only: "second")
    #expect(report.runs.map(\.program) == ["second"])
    #expect(report.findings.isEmpty)
    #expect(told == ["will second", "did second exits"])
  }

  private func run(only name: String? = nil) async throws -> (LessonReport, [String]) {
    let told = Mutex<[String]>([])
    let runner = LessonRunner(deadline: longEnough) { lesson, program in
      ChildProcess(
        executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: ["-c", "echo \(program.name) of \(lesson.slug) >&2"])
    }
    let progress = LessonRunner.Progress(
      willRun: { program in told.withLock { $0.append("will \(program.name)") } },
      didRun: { program, run in
        told.withLock { $0.append("did \(program.name) \(run.outcome)") }
      })
    let report = try await elsewhere {
      try runner.run(
        Self.lesson, only: name.flatMap { Self.lesson.program(named: $0) }.map { [$0] },
        progress: progress)
    }
    return (report, told.withLock { $0 })
  }
}
