import Foundation
import OperationCourse
import Testing

/// `Scripts/handouts`, which needs no build.
@Suite(
  "Scripts/handouts", .longPlan, .repeatable, .elsewhere,
  .enabled(if: LabProcess.hasPython, "Scripts/handouts needs python3"))
struct HandoutsTests {
  @Test("makes a sheet for each lesson, with its title, its question and its rules")
  func allLessons() throws {
    let page = try made("")
    let sheets = page.components(separatedBy: "<section>").dropFirst()
    let lessons = [Lessons.first] + Lessons.all
    try #require(sheets.count == lessons.count)
    for (lesson, sheet) in zip(lessons, sheets) {
      #expect(sheet.contains("<h1>\(lesson.number). "), "\(lesson.number)")
      #expect(sheet.components(separatedBy: "<li>").count - 1 == lesson.rules.count)
      #expect(Self.words(sheet).contains(Self.words(lesson.rules[0])), "\(lesson.number)")
      // These have no picture.
      #expect(sheet.contains("<svg") == ![0, 20].contains(lesson.number), "\(lesson.number)")
      #expect(!sheet.contains("<!--") && !sheet.contains("```"), "\(lesson.number)")
    }
  }

  @Test("makes those that were asked for, also from the Chinese pages")
  func someLessons() throws {
    let page = try made("--lang zh 10 3")
    let titles = page.matches(of: #/<h1>(\d+)\. /#).map { String($0.output.1) }
    #expect(titles == ["10", "3"])
    #expect(page.contains("lang=\"zh-Hans\"") && page.contains("十个操作，两个槽位"))
  }

  @Test("names what is wrong with its words, and a file that it cannot write")
  func refuses() throws {
    #expect(try run("99").status == 64)
    #expect(try run("--lang fr").status == 64)
    let result = try run("--output /nowhere/handouts.html 3")
    #expect(result.status == 66 && result.errors.contains("/nowhere/handouts.html"))
  }

  private func made(_ words: String) throws -> String {
    try withFolder { folder in
      let file = folder.appendingPathComponent("handouts.html")
      let result = try run("--output '\(file.path)' \(words)")
      try #require(result.status == 0, "\(result.errors)")
      return try String(contentsOf: file, encoding: .utf8)
    }
  }

  private func run(_ words: String) throws -> LabProcess.Result {
    let script = LabProcess.checkout.appendingPathComponent("Scripts/handouts").path
    return try LabProcess.shell("PYTHONDONTWRITEBYTECODE=1 '\(script)' \(words)")
  }

  /// The letters and digits of a text, without the tags of HTML.
  private static func words(_ text: String) -> String {
    text.replacing(#/<[^>]*>|&\w+;/#, with: "").filter { $0.isLetter || $0.isNumber }
  }
}
