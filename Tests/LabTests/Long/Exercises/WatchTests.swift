import Foundation
import OperationCourse
import OperationDoctor
import Testing

@testable import LabKit

@Suite("lab watch", .longPlan, .repeatable, .elsewhere)
struct WatchTests {
  @Test("keeps within the columns, and ends with what it comes to", arguments: [24, 80, 130])
  func fits(_ columns: Int) throws {
    let exercise = try #require(Exercises.find("3"))
    // As long as the code of a learner who does not break lines.
    let refused = Verification.Outcome.refused(
      messages: """
        work/Exercise.swift:2:190: error: cannot find 'other' in scope
        let first = "\(String(repeating: "x", count: 160))"; let second = other
        \(String(repeating: " ", count: 189))^~~~~
        """)
    let paper = Paper(width: columns, isASCII: false, isColoured: false)
    let text = WatchText(exercise, path: "work/Exercise.swift", paper)
    let verdict = text.verdict(refused)
    for part in [text.heading, verdict, text.footer(mended: ["1", "2"])] {
      for line in part.split(separator: "\n") {
        #expect(TerminalText.columns("\(line)") <= columns, "\(line)")
      }
    }
    #expect(verdict.unwrapped.hasSuffix("It does not compile yet."))
    let lines = verdict.split(separator: "\n")
    let mark = try #require(lines.firstIndex { $0.contains("^~~~~") })
    let place = lines[mark].prefix { $0 == " " }.count
    #expect(lines[mark - 1].dropFirst(place).hasPrefix("other"))
  }

  @Test("judges each save, gives a hint at a key, and gives the terminal back")
  func terminal() throws {
    let learner = try LearnerFolder()
    let terminal = try Self.terminal(learner)
    _ = try #require(terminal.wait(for: "Exercise 3: not yet."))
    #expect(!terminal.isAsBefore)
    try terminal.press("h")
    _ = try #require(terminal.wait(for: "Hint 1 of"))
    #expect(try ProgressFile(path: terminal.state).load().hints == ["3": 1])
    try learner.text("solution").write(to: learner.file, atomically: true, encoding: .utf8)
    let passed = try #require(terminal.wait(for: "h: hint"))
    #expect(passed.contains("\u{1B}[2J") && passed.contains("solution 3"))
    #expect(try ProgressFile(path: terminal.state).load().mended == ["3"])
    terminal.signal(SIGINT)
    #expect(terminal.status() == 130)
    #expect(terminal.isAsBefore)
  }

  @Test(
    "is left with q or Escape, and stops on Ctrl-Z with the terminal as it was",
    arguments: ["q", "\u{1B}"])
  func isLeft(_ key: String) throws {
    let terminal = try Self.terminal(try LearnerFolder())
    _ = try #require(terminal.wait(for: "h: hint"))
    try terminal.press("\u{1A}")
    #expect(holds { terminal.isAsBefore })
    terminal.signal(SIGCONT)
    #expect(holds { !terminal.isAsBefore })
    try terminal.press(key)
    #expect(terminal.status() == 0)
    #expect(terminal.isAsBefore)
  }

  @Test("goes to the exercise whose file is saved")
  func follows() throws {
    let learner = try LearnerFolder()
    let terminal = try Self.terminal(learner)
    _ = try #require(terminal.wait(for: "not yet."))
    let other = try #require(Exercises.find("1"))
    let workplace = Workplace(learner.work)
    try workplace.put(other, try ExerciseSource(exercise: other).start())
    _ = try #require(terminal.wait(for: "Load a picture"))
    #expect(workplace.savedLast?.exercise.id == "1")
    try terminal.press("q")
    #expect(terminal.status() == 0)
  }

  @Test("reports a path that is not a file, and continues")
  func isNoFile() throws {
    let learner = try LearnerFolder()
    let terminal = try Self.terminal(learner)
    _ = try #require(terminal.wait(for: "not yet."))
    try FileManager.default.removeItem(at: learner.file)
    try FileManager.default.createDirectory(at: learner.file, withIntermediateDirectories: true)
    _ = try #require(terminal.wait(for: "no plain file"))
    try FileManager.default.removeItem(at: learner.file)
    try learner.text("solution").write(to: learner.file, atomically: true, encoding: .utf8)
    _ = try #require(terminal.wait(for: "for the right reason"))
    try terminal.press("q")
    #expect(terminal.status() == 0)
  }

  /// The compiler must be found.
  private static func terminal(_ learner: LearnerFolder) throws -> LabTerminal {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try LabTerminal(
      "watch", learner.exercise.id, "--dir", learner.work, environment: ["PATH": path])
  }
}
