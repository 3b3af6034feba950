import Foundation
import OperationCourse
import OperationDoctor
import Testing

@testable import LabKit

@Suite("lab watch", .longPlan, .repeatable, .elsewhere)
struct WatchTests {
  private static let sheet = Sheet(columns: 80, rows: 24)
  /// As long as the code of a learner who does not break lines.
  private static let refused = Verification.Outcome.refused(
    messages: """
      work/Exercise.swift:2:190: error: cannot find 'other' in scope
      let first = "\(String(repeating: "x", count: 160))"; let second = other
      \(String(repeating: " ", count: 189))^~~~~
      """)

  private static func watch(_ outcome: Verification.Outcome? = refused) throws -> Watch {
    let exercise = try #require(Exercises.find("3"))
    let lesson = try #require(Lessons.find("3"))
    let source = ExerciseSource(exercise: exercise)
    var watch = Watch(
      Watch.Material(
        exercise: exercise, path: "work/Exercise.swift", task: try source.task(),
        hints: try source.hints(), page: try Checkout.page(of: lesson)),
      at: .task, mended: ["1", "2"])
    watch.begin()
    watch.receive(outcome)
    return watch
  }

  @discardableResult
  private static func press(_ keys: String, _ watch: inout Watch) -> Watch.Effect {
    let all = Keyboard.keys(Array(keys.utf8)).map { watch.receive($0, on: sheet, .plain) }
    return all.last ?? .none
  }

  private static func text(_ watch: inout Watch) -> String {
    watch.screen(on: sheet, .plain).joined(separator: "\n")
  }

  @Test("fits the screen, whatever it shows", arguments: [(80, 24), (24, 9), (130, 50)])
  func fits(_ columns: Int, _ rows: Int) throws {
    var paper = Paper.plain
    (paper.width, paper.isColoured) = (columns, true)
    for keys in ["", "v", "h", "l", "lG", "p", "pG", "?", "x"] {
      var watch = try Self.watch()
      Self.press(keys, &watch)
      let lines = watch.screen(on: Sheet(columns: columns, rows: rows), paper.readable)
      #expect(lines.count == rows, "\(keys)")
      for line in lines {
        let plain = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(TerminalText.columns(plain) <= columns, "\(keys): \(plain)")
      }
    }
  }

  @Test("scrolls by lines, by screens, to the end and back")
  func scrolls() throws {
    var watch = try Self.watch()
    Self.press("p", &watch)
    let beginning = Self.text(&watch)
    var seen: Set<String> = []
    for _ in 0..<60 {
      seen.formUnion(watch.screen(on: Self.sheet, .plain))
      Self.press(" ", &watch)
    }
    let end = Self.text(&watch)
    let page = try PageText.render(Checkout.page(of: #require(Lessons.find("3"))), on: .plain)
    for line in page.split(separator: "\n") where line.count <= 80 {
      #expect(seen.contains(String(line)))
    }
    for (there, back) in [("j", "k"), ("\u{1B}[B", "\u{1B}[A"), ("\u{1B}[6~", "\u{1B}[5~")] {
      Self.press("g" + there, &watch)
      #expect(Self.text(&watch) != beginning)
      Self.press(back, &watch)
      #expect(Self.text(&watch) == beginning)
    }
    Self.press("G", &watch)
    #expect(Self.text(&watch) == end)
  }

  @Test("goes from the list to each of the exercises")
  func jumps() throws {
    for (place, exercise) in Exercises.all.enumerated() {
      var watch = try Self.watch()
      Self.press("lg" + String(repeating: "j", count: place), &watch)
      #expect(Self.text(&watch).contains(exercise.title))
      #expect(Self.press("\r", &watch) == .begin(exercise.id))
    }
  }

  @Test("begins again only after a yes")
  func resets() throws {
    var watch = try Self.watch()
    #expect(Self.press("xn", &watch) == .none)
    #expect(Self.press("y", &watch) == .none)
    #expect(Self.press("xy", &watch) == .reset)
  }

  @Test("takes the page away when it runs again, and shows the part of the code that is wrong")
  func page() throws {
    var watch = try Self.watch()
    Self.press("p", &watch)
    #expect(Self.text(&watch).contains("Ten operations, two slots"))
    #expect(Self.press("r", &watch) == .verify)
    let text = Self.text(&watch)
    #expect(!text.contains("Ten operations, two slots"))
    let lines = text.split(separator: "\n")
    let mark = try #require(lines.firstIndex { $0.contains("^~~~~") })
    let columns = lines[mark].prefix { $0 == " " }.count
    #expect(lines[mark - 1].dropFirst(columns).hasPrefix("other"))
    #expect(Self.press("pq", &watch) == .none)
    #expect(Self.press("q", &watch) == .quit)
  }

  @Test("judges each save, keeps a copy on reset, and gives the terminal back")
  func terminal() throws {
    let learner = try LearnerFolder()
    let terminal = try Self.terminal(learner)
    _ = try #require(terminal.wait(for: "Not yet."))
    #expect(!terminal.isAsBefore)
    let solution = try learner.text("solution")
    try solution.write(to: learner.file, atomically: true, encoding: .utf8)
    _ = try #require(terminal.wait(for: "Passed."))
    #expect(try ProgressFile(path: terminal.state).load().mended == ["3"])
    try terminal.press("xy")
    _ = try #require(terminal.wait(for: "Your work so far is in"))
    let copy = try String(contentsOfFile: learner.file.path + ".1", encoding: .utf8)
    #expect(copy == solution)
    _ = try #require(terminal.wait(for: "Not yet."))
    #expect(try String(contentsOf: learner.file, encoding: .utf8) == learner.text("given"))
    terminal.signal(SIGINT)
    #expect(terminal.status() == 130)
    #expect(terminal.isAsBefore)
  }

  @Test("goes to the exercise whose file is saved")
  func follows() throws {
    let learner = try LearnerFolder()
    let terminal = try Self.terminal(learner)
    _ = try #require(terminal.wait(for: "Not yet."))
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
    _ = try #require(terminal.wait(for: "Not yet."))
    try FileManager.default.removeItem(at: learner.file)
    try FileManager.default.createDirectory(at: learner.file, withIntermediateDirectories: true)
    _ = try #require(terminal.wait(for: "no plain file"))
    try FileManager.default.removeItem(at: learner.file)
    try learner.text("solution").write(to: learner.file, atomically: true, encoding: .utf8)
    _ = try #require(terminal.wait(for: "Passed."))
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
