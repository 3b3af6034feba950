import Foundation
import OperationCourse
import OperationBench
import Testing

@Suite("lab explore, and a lesson in an order that was chosen", .longPlan, .repeatable, .elsewhere)
struct ExploreTests {
  private typealias Report = Exploration.Report.JSON

  private func explore(_ words: String...) throws -> Report {
    let result = try LabProcess(arguments: ["explore"] + words + ["--json"]).run()
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
  }

  @Test("runs every order once, and says that there are no others")
  func whole() throws {
    let report = try explore("4", "--program", "waits", "--time", "300")
    #expect(report.lesson == 4 && report.program == "waits")
    #expect(report.orders == 6 && report.isComplete)
    #expect(report.outcomes.map(\.outcome) == [.completes])
    #expect(report.outcomes.map(\.count) == [6])
    #expect(report.claims.first { $0.id == "C13" }?.confirmed == 6)
  }

  @Test("says that there are more orders than were run")
  func more() throws {
    let result = try LabProcess.run("explore", "3", "--limit", "2")
    #expect(result.output.contains(": completes in 2 orders; there are more"), "\(result.output)")
  }

  /// The claim is about a warning of Foundation's on standard error.
  @Test("ascribes what a run prints to its own order, though many run in one process")
  func claim() throws {
    let report = try explore("12", "--program", "finish-in-cancel", "--time", "300")
    let claim = try #require(report.claims.first { $0.id == "D02a" })
    #expect(report.orders == 30 && report.isComplete)
    #expect((claim.confirmed, claim.refuted, claim.undecided) == (0, 30, 0))
  }

  @Test("says in how many orders a program hangs, and names the shortest")
  func hang() throws {
    let report = try explore("10", "--program", "no-notification", "--time", "300")
    #expect(report.outcomes.map(\.outcome) == [.hangs])
    #expect(report.outcomes.map(\.count) == [report.orders])
    #expect(report.outcomes.map(\.order) == ["main"])
  }

  @Test("leads with what it found, and ends with a command that shows it")
  func leads() throws {
    let result = try LabProcess.run("explore", "12", "--time", "20")
    #expect(result.lines.first == "1 of 8 programs hangs: silent.")
    let next = try #require(result.lines.last { !$0.isEmpty })
    #expect(next.hasPrefix("Next: ") && next.hasSuffix("lesson 12 --program silent --order main"))
    let one = try LabProcess.run("explore", "4", "--program", "waits", "--time", "300")
    #expect(one.lines.first == "waits: all 6 orders")
    #expect(one.output.contains("C13: confirmed in 6\n  An operation does not start before"))
  }

  @Test("an order gives the same trace each time, and the threads go as it says")
  func replay() throws {
    func trace() throws -> [String] {
      let result = try LabProcess.run(
        "lesson", "4", "--program", "cancelled", "--order", "main,T1:2,main:2", "--json")
      try #require([0, 1].contains(result.status), "\(result.errors)")
      let report = try JSONDecoder().decode(
        LessonReport.JSON.self, from: Data(result.output.utf8))
      return report.programs[0].events.events.map(\.description)
    }
    let first = try trace()
    #expect(first.count > 10)
    #expect(try trace() == first)
    #expect(
      first.prefix(5).map { $0.split(separator: " ")[1] } == ["main", "T1", "T1", "main", "main"])
  }

  @Test(
    "refuses what is no order, or does not fit, in one line with status 64",
    arguments: [
      (["lesson", "4", "--program", "waits", "--order", "boil"], "is no order"),
      (["lesson", "4", "--order", "main"], "--program"),
      (["lesson", "4", "--program", "waits", "--order", "T9"], "at step 1: T9"),
      (["lesson", "4", "--program", "waits", "--order", "main,main:5,T7"], "does not fit"),
      (["explore", "18", "--program", "article"], "network"),
      (["explore", "18", "--program", "download-operation"], "network"),
      (["explore", "4", "--program", "wait"], "Did you mean 'waits'?"),
      (["explore", "4", "--limit", "0"], "--limit"),
    ])
  func refuses(_ words: [String], _ cause: String) throws {
    let result = try LabProcess(arguments: words).run()
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains(cause), "\(result.errors)")
  }
}
