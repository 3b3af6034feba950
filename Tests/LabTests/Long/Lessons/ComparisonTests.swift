import Foundation
import OperationCourse
import OperationDoctor
import OperationLab
import Testing

@Suite("Two programs of a lesson compared", .repeatable, .elsewhere)
struct ComparisonTests {
  /// A program, another one, and the event with which they part.
  struct Pair: CustomTestStringConvertible {
    let lesson: Int
    let broken: String
    let fixed: String
    let kind: RunComparison.Parting.Kind
    let subject: String
    let event: Event.Kind
    var testDescription: String { "lesson \(lesson): \(broken), \(fixed)" }

    init(
      _ lesson: Int, _ broken: String, _ fixed: String, _ kind: RunComparison.Parting.Kind,
      _ subject: String, _ event: Event.Kind
    ) {
      (self.lesson, self.broken, self.fixed) = (lesson, broken, fixed)
      (self.kind, self.subject, self.event) = (kind, subject, event)
    }
  }

  @Test(
    "part where the lesson says",
    arguments: [
      Pair(3, "article", "later-callback", .onlyInSecond, "op1", .finished),
      Pair(5, "blocks-that-meet", "concurrent-blocks", .onlyInSecond, "second", .began),
      Pair(7, "cycle", "cycle-cancelled", .onlyInSecond, "chicken", .cancelled),
      Pair(12, "silent", "cancelled", .onlyInSecond, "second", .finished),
      Pair(12, "finish-too-early", "cancel-marks-in-time", .order, "second", .finished),
      Pair(17, "wait-inside", "dependency-instead", .other, "tidy up", .enqueued),
      Pair(17, "never-resumed", "suspended", .onlyInSecond, "downloads", .resumed),
      Pair(20, "tells-twice", "tells-once", .onlyInFirst, "caller", .noted),
      Pair(22, "task-in-block", "task-operation", .other, "show", .noted),
    ])
  func parts(_ pair: Pair) throws {
    let result = try LabProcess.run(
      "lesson", "\(pair.lesson)", "--compare", pair.broken, pair.fixed, "--json")
    let report = try JSONDecoder().decode(LessonReport.JSON.self, from: Data(result.output.utf8))
    let parting = try #require(report.parting)
    #expect(report.programs.map(\.name) == [pair.broken, pair.fixed])
    #expect(parting.kind == pair.kind.rawValue)
    // Which of ten operations is the first is chance.
    #expect(parting.subject.map { Self.isAlike($0, pair.subject) } == true, "\(parting)")
    #expect(parting.events.map(\.program) == [pair.broken, pair.fixed])
    let program = pair.kind == .onlyInSecond ? pair.fixed : pair.broken
    let marked = try #require(parting.events.first { $0.program == program })
    let events = report.programs.first { $0.name == program }?.events.events ?? []
    #expect(events[marked.seq].kind == pair.event)
  }

  private static func isAlike(_ name: String, _ other: String) -> Bool {
    name == other || name.hasPrefix("op") && other.hasPrefix("op")
  }

  @Test(
    "do not part from themselves", arguments: ["3 article", "12 cancelled", "22 task-in-block"])
  func same(_ words: String) throws {
    let words = words.split(separator: " ").map(String.init)
    let result = try LabProcess.run("lesson", words[0], "--compare", words[1], words[1], "--json")
    let report = try JSONDecoder().decode(LessonReport.JSON.self, from: Data(result.output.utf8))
    #expect(report.parting?.kind == "none", "\(report.parting?.sentence ?? "")")
  }

  @Test(
    "stand beside each other or below each other, one event of each marked",
    arguments: [150, 80, 30])
  func layout(_ columns: Int) throws {
    let result = try LabProcess.run(
      "lesson", "3", "--compare", "article", "later-callback",
      environment: ["COLUMNS": "\(columns)"])
    #expect(result.status == 0)
    #expect(result.output.count { $0 == "▶" } == 2)
    #expect(result.output.contains(" │ ") == (columns == 150))
    for line in result.lines { #expect(line.count <= columns, "\(line)") }
  }

  @Test(
    "refuse what is no program of the lesson, or another option beside, in one line",
    arguments: [
      ["article", "nonesuch"], ["article"], ["article", "later-callback", "--all"],
      ["article", "later-callback", "--repeat", "2"],
    ])
  func refuses(_ words: [String]) throws {
    let result = try LabProcess(arguments: ["lesson", "3", "--compare"] + words).run()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    if words.contains("nonesuch") {
      for program in Lessons.find("3")?.programs ?? [] {
        #expect(result.errors.contains(program.name))
      }
    }
  }
}
