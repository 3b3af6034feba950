import OperationCourse
import Foundation
import OperationLab
import Testing

@testable import LabKit

/// Lesson 0 has no statements, and its programs only print. `lab review` asks its questions, too.
@Suite("Lesson 0 and its review", .longPlan, .repeatable, .elsewhere)
struct FirstLessonTests {
  private let folder: TemporaryFolder
  private var file: ProgressFile {
    ProgressFile(path: folder.url.appendingPathComponent("progress").path)
  }

  init() throws { folder = try TemporaryFolder() }

  @Test("says nothing of events, and leads to its exercise and to lesson 1")
  func onTerminal() throws {
    let terminal = try LabTerminal(
      "lesson", "0", "--state", file.path, keepsState: false,
      in: FileManager.default.temporaryDirectory)
    #expect(terminal.wait(for: "Enter: continue") != nil)
    for _ in Lessons.first.programs {
      try terminal.press("\n")
      #expect(terminal.wait(for: "1 to 2") != nil)
      try terminal.press("k\n")
      let shown = try #require(terminal.wait(for: "r: run again"))
      #expect(!shown.contains("trace"))
    }
    try terminal.press("\n")
    #expect(terminal.status() == 0)
    let closing = try #require(terminal.sent.components(separatedBy: "Remember:").last)
    #expect(!terminal.sent.contains("so it is here"))
    let exercise = try #require(closing.range(of: " exercise 0 --"), "\(closing)")
    let lesson = try #require(closing.range(of: " lesson 1 --state "), "\(closing)")
    #expect(exercise.lowerBound < lesson.lowerBound)
    #expect(try lab("progress").output.contains(" exercise 0 "))
    // Nothing was predicted right.
    let questions = try lab("review", "--answers", "--now").lines.filter {
      $0.hasPrefix("Lesson 0")
    }
    #expect(questions.count == Lessons.first.programs.count)
  }

  @Test("is asked again at once with --now, and after its day without")
  func asksAgain() throws {
    let question = try miss(daysAgo: 0)
    let early = try review()
    #expect(early.wait(for: "The next question comes in 1 day.") != nil)
    #expect(early.status() == 0)
    #expect(early.sent.contains("review --now") && early.sent.contains("exercise 0"))
    try expectQuestion(question, try review("--now"))
    try FileManager.default.removeItem(at: folder.url)
    try expectQuestion(try miss(daysAgo: 3), try review())
  }

  @Test("shows progress, and how to go on, while a review is due")
  func progress() throws {
    _ = try miss(daysAgo: 3)
    let result = try lab("progress")
    #expect(result.status == 0)
    let rows = result.lines.filter { $0.hasPrefix("    ") }
    #expect(rows.count == Lessons.all.count + 1 && rows.contains { $0.contains("0 of 1") })
    #expect(result.lines.contains { $0.hasPrefix("One question is to be asked") })
    #expect(result.output.contains(" exercise 0 "))
  }

  @Test("names no day that has passed, also when a question is not asked any more")
  func questionIsGone() throws {
    try file.predicted(0, "one-block", asked: "What?", answered: "x", right: false, at: day(-3))
    #expect(try !lab("progress").output.contains("to be asked"))
    for option in ["--answers", "--now"] {
      let terminal = try review(option)
      #expect(terminal.wait(for: "Nothing to ask again") != nil)
      #expect(terminal.status() == 0)
      #expect(!terminal.sent.contains("day") && !terminal.sent.contains("review --now"))
    }
  }

  @Test("is not alone: what a recap asked comes again, too")
  func recap() throws {
    let item = try #require(Recaps.all[5]?.first)
    let question = item.question.question
    try file.predicted(
      item.lesson, item.program, asked: question, answered: "x", right: false, at: day(-3))
    // The trace stands before it.
    try expectQuestion(question, try review())
    #expect(try lab("review", "--answers").output.contains(question))
  }

  @Test("asks about traces of the lessons so far, once their last lesson is finished")
  func openRecap() throws {
    let item = try #require(Recaps.all[5]?.first)
    #expect(try !lab("review", "--answers").output.contains(item.question.question))
    try file.finished(5)
    #expect(try lab("review", "--answers").output.contains(item.question.question))
    try file.predicted(
      item.lesson, item.program, asked: item.question.question, answered: "x", right: true)
    #expect(try !lab("review", "--answers").output.contains(item.question.question))
  }

  /// A wrong answer to the first question.
  private func miss(daysAgo: Int) throws -> String {
    let program = Lessons.first.programs[0]
    let question = Lessons.first.prediction(for: program).question
    try file.predicted(
      0, program.name, asked: question, answered: "x", right: false, at: day(-daysAgo))
    try file.finished(0, at: day(-daysAgo))
    return question
  }

  private func day(_ number: Int) -> Date { Date().addingTimeInterval(Double(number) * 86_400) }

  private func lab(_ words: String...) throws -> LabProcess.Result {
    try LabProcess(arguments: words + ["--state", file.path]).run()
  }

  private func review(_ option: String? = nil) throws -> LabTerminal {
    try LabTerminal(
      "review", option ?? "--no-color", "--state", file.path, columns: 200, keepsState: false)
  }

  private func expectQuestion(_ question: String, _ terminal: LabTerminal) throws {
    #expect(terminal.wait(for: "1 questions about lessons") != nil)
    try terminal.press("\n")
    #expect(terminal.wait(for: question) != nil)
    try terminal.press("q\n")
    #expect(terminal.status() == 0)
  }
}
