import Foundation
import OperationCourse
import Testing

@testable import LabKit

/// The real `lab` on a real terminal.
@Suite("A lesson on a terminal", .repeatable, .elsewhere)
struct SessionTests {
  @Test("asks, runs, shows what was said beside what happened, keeps it, and erases nothing")
  func asks() throws {
    let terminal = try LabTerminal("lesson", "3", "--program", "article", "--no-color")
    #expect(terminal.wait(for: "Enter: continue") != nil)
    #expect(terminal.isAsBefore)
    try terminal.press("\n")
    #expect(terminal.wait(for: "How many of the ten operations start?") != nil)
    try terminal.press("10\n")
    #expect(terminal.wait(for: "Why?") != nil)
    try terminal.press("1\n")
    let shown = try #require(terminal.wait(for: "t: the whole trace"))
    #expect(shown.contains("You said: 10") && shown.contains("It was: 2"))
    try terminal.press("q\n")
    #expect(terminal.status() == 0)
    let progress = try ProgressFile(path: terminal.state).load()
    let answer = progress.predictions(of: 3).first?.answers.first
    #expect(answer?.text == "10" && answer?.was == "2" && answer?.isRight == false)
    let record = try String(contentsOfFile: terminal.state, encoding: .utf8)
    #expect(
      record.contains("\"because\":\"A slot is free") && record.contains("\"reasoned\":false"))
    // Only the line that says what runs is taken away.
    let sent = terminal.sent.replacing(/\r\u{1B}\[K/, with: "")
    #expect(!sent.contains("\u{1B}"))
  }

  @Test("ends with status 130 on an interrupt", arguments: [SIGINT, SIGTERM])
  func interrupt(_ signal: Int32) throws {
    let terminal = try LabTerminal("lesson", "3")
    #expect(terminal.wait(for: "Enter: continue") != nil)
    terminal.signal(signal)
    #expect(terminal.status() == 130)
    #expect(terminal.isAsBefore)
  }

  @Test("is left at the end of what is typed, and says how to come back")
  func endOfInput() throws {
    let terminal = try LabTerminal("lesson", "3")
    #expect(terminal.wait(for: "Enter: continue") != nil)
    try terminal.press("\u{4}")
    #expect(terminal.wait(for: "lesson 3 --state") != nil)
    #expect(terminal.status() == 0)
  }

  @Test("ends when the terminal is closed, without a word to it")
  func closed() throws {
    let terminal = try LabTerminal("lesson", "3")
    #expect(terminal.wait(for: "Enter: continue") != nil)
    try terminal.close()
    #expect(terminal.statusAfterClosing() == 141)
  }

  @Test("asks on a terminal that can only write line below line, without control characters")
  func dumb() throws {
    let terminal = try LabTerminal(
      "lesson", "3", "--program", "article", environment: ["TERM": "dumb"])
    #expect(terminal.wait(for: "Enter: continue") != nil)
    try terminal.press("\n")
    #expect(terminal.wait(for: "a number") != nil)
    try terminal.press("10\n")
    #expect(terminal.wait(for: "Why?") != nil)
    try terminal.press("1\n")
    #expect(terminal.wait(for: "It was: 2") != nil)
    try terminal.press("q\n")
    #expect(terminal.status() == 0)
    #expect(!terminal.sent.contains("\u{1B}"))
  }

  @Test("shows everything at once with --all, and asks nothing")
  func all() throws {
    let terminal = try LabTerminal("lesson", "3", "--program", "article", "--all")
    let text = try #require(terminal.wait(for: "Next: "))
    #expect(text.contains("Why does it not run?"))
    #expect(terminal.status() == 0)
  }

  @Test("stops after each part of a page, and ends before its fix")
  func read() throws {
    let terminal = try LabTerminal("read", "2")
    #expect(terminal.wait(for: "q: quit") != nil)
    try terminal.press("\n")
    let questions = try #require(terminal.wait(for: "Your answers first"))
    #expect(
      questions.contains("Is it finished?") && !questions.contains("Cancelled before it starts"))
    // As many as it wants until then.
    try terminal.press(String(repeating: "\n", count: 20))
    #expect(try #require(terminal.wait(for: "with the fix.")).contains("Mend it first"))
    #expect(terminal.status() == 0)
    #expect(try ProgressFile(path: terminal.state).load().read == [])
    let whole = try LabTerminal("read", "2", "--all")
    #expect(whole.wait(for: "Remember") != nil)
    #expect(whole.status() == 0)
    #expect(try ProgressFile(path: whole.state).load().read == [2])
  }

  @Test("reviews wrong predictions, and says how with status 64 where there is no terminal")
  func review() throws {
    let refused = try LabProcess.run("review")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("lab review --answers"))
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = ProgressFile(path: folder.url.appendingPathComponent("p").path)
    try file.predicted(
      3, "article", asked: "How many of the ten operations start?", answered: "10", right: false)
    let later = try LabProcess.run("review", "--answers", "--state", file.path)
    #expect(later.output.contains("The next question comes in 1 day"))
    let answers = try LabProcess.run("review", "--answers", "--now", "--state", file.path)
    #expect(
      answers.lines.prefix(2) == [
        "Lesson 3, article: How many of the ten operations start?", "  2",
      ])
    #expect(answers.output.contains("hold both slots"))
    let next = try LabProcess.run("--state", file.path)
    #expect(next.output.contains("lesson 3"))
    let rows = try LabProcess.run("progress", "--state", file.path)
    #expect(rows.lines.contains { $0.hasPrefix("     3  -     0 of 1") })
  }
}
