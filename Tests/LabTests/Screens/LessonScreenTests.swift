import OperationCourse
import OperationBench
import Testing

@testable import LabKit

/// Whole screens of a lesson whose runs are written by hand.
@Suite("The screen of a lesson", .repeatable)
struct LessonScreenTests {
  @Test("shows question, events, picture, ending, diagnosis and verdicts, in this order")
  func whole() throws {
    let narrow = Paper(width: 60, isASCII: true, isColoured: false)
    let text = screen(narrow).whole(SampleLesson.report())
    #expect(text.allSatisfy { $0.isASCII })
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
    try Golden.expect(
      "screens/lesson.txt",
      are: ["80 columns": screen(.plain).whole(SampleLesson.report()), "60 columns, ASCII": text])
  }

  @Test("has the same in JSON, with the states of everything at the end")
  func json() throws {
    try Golden.expect("screens/lesson.json", isJSONOf: SampleLesson.report().json)
  }

  @Test("of one program leaves out what other programs decide")
  func oneProgram() throws {
    let report = SampleLesson.report([SampleLesson.silent])
    #expect(report.findings.map(\.claim.id) == ["C01"])
    #expect(report.isPassed && [report].status == .passed)
    try Golden.expect("screens/lesson-one-program.txt", is: screen(.plain).verdicts(report))
  }

  @Test("says what failed, and what was expected instead")
  func failed() throws {
    let report = SampleLesson.report([
      Run(
        program: "silent", outcome: .traps,
        detail: .init(signal: "SIGILL", output: "x: Fatal error: not ready\n"), trace: Trace()),
      Run(
        program: "fixed", outcome: .exits, detail: .init(exitStatus: 3, output: "a\nb\nc\nd\n"),
        trace: Trace()),
    ])
    #expect([SampleLesson.report([SampleLesson.silent]), report].status == .failed)
    try Golden.expect("screens/lesson-failed.txt", is: screen(.plain).whole(report))
  }

  @Test("has colours only where they are wanted")
  func colours() {
    let text = screen(Paper(width: 80, isASCII: false, isColoured: true))
      .whole(SampleLesson.report())
    #expect(text.contains("\u{1B}[32m✓ C01 confirmed\u{1B}[0m"))
    #expect(text.contains("\u{1B}[35m✗ C02 refuted\u{1B}[0m"))
    let plain = text.replacing(/\u{1B}\[[0-9]+m/, with: "")
    #expect(plain == screen(.plain).whole(SampleLesson.report()))
  }

  private func screen(_ paper: Paper) -> LessonScreen { LessonScreen(paper, Invocation(["lab"])) }
}
