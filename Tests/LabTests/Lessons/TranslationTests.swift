import Foundation
import OperationDoctor
import Testing

@testable import LabDocs
@testable import LabKit
@testable import OperationCourse

@Suite("The Chinese pages and sentences", .repeatable)
struct TranslationTests {
  @Test("are there for every claim, lesson and exercise, and the stale ones are listed")
  func ledger() {
    let (missing, stale) = Self.faults
    #expect(missing.isEmpty)
    if !stale.isEmpty { print("translated from other words than today's: \(stale)") }
  }

  /// What the ledger lacks in Chinese, and what was translated from other words than today's.
  static var faults: (missing: [String], stale: [String]) {
    var faults: (missing: [String], stale: [String]) = ([], [])
    func look(_ name: String, _ mark: String?, _ original: String, isWhole: Bool = true) {
      if mark == nil || !isWhole {
        faults.missing.append(name)
      } else if let mark, mark != Translation.mark(of: original) {
        faults.stale.append("\(name) (its mark would be \(Translation.mark(of: original)))")
      }
    }
    for lesson in [Lessons.first] + Lessons.all {
      let exercises = Exercises.of(lesson.number)
      let entry = Translation.lessons["\(lesson.number)"]
      let isWhole =
        entry?.rules.count == lesson.rules.count
        && exercises.allSatisfy { entry?.exercises?["\($0.place)"] != nil }
      look(
        "lesson \(lesson.number)", entry?.of,
        ([lesson.title, lesson.question] + lesson.rules + exercises.map(\.title))
          .joined(separator: "\n"), isWhole: isWhole)
      for claim in lesson.claims {
        let correction = claim.origin.passage?.correction
        let place: String? =
          if case .reported(let place) = claim.expected.basis { place } else { nil }
        let entry = Translation.claims[claim.id]
        let isWhole =
          (entry?.but == nil) == (correction == nil) && (entry?.reported == nil) == (place == nil)
        look(
          claim.id, entry?.of,
          [claim.statement, claim.expected.because, correction, place].compactMap(\.self)
            .joined(separator: "\n"), isWhole: isWhole)
      }
    }
    return faults
  }

  /// The paths of the translated pages, from the checkout's root.
  static let pages: [String] = {
    let root = Checkout.root ?? URL(fileURLWithPath: ".")
    let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Lessons").path)
    let names = files?.allObjects as? [String] ?? []
    return (["README.zh.md"] + names.map { "Lessons/\($0)" }).filter { $0.hasSuffix(".zh.md") }
      .sorted()
  }()

  @Test("have the generated parts of the English page, in its order", arguments: pages)
  func parts(page: String) throws {
    func markers(_ path: String) throws -> [String] {
      try Page(Checkout.page(path)).parts.map { Page.line($0.marker) }
        .filter { !$0.hasPrefix("<!-- translated from") }
    }
    #expect(try markers(page) == markers(Language.original(of: page).page))
  }

  @Test(
    "lead to the English page and back, and say what they were translated from", arguments: pages)
  func switches(page: String) throws {
    let original = Language.original(of: page).page
    let (name, english) = (
      URL(fileURLWithPath: page).lastPathComponent, URL(fileURLWithPath: original).lastPathComponent
    )
    #expect(try Checkout.page(original).hasPrefix("English | [中文](\(name))\n"))
    let text = try Checkout.page(page)
    #expect(text.hasPrefix("[English](\(english)) | 中文\n"))
    #expect(try Page(text).parts.first?.marker.kind == "translated from")
  }

  @Test("say that the English page has changed since, and nothing while it has not")
  func staleness() throws {
    let original = try Page("# Title\n\nWords.\n<!-- rules -->\nnew\n<!-- end -->\n")
    let mark = Translation.mark(of: original.prose)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    func filled(_ mark: String) throws -> String {
      var writer = PageWriter(snippets: try Snippets(in: folder.url), language: .chinese)
      writer.original = original
      return try writer.refreshed("<!-- translated from: 1.0.0 \(mark) -->\nold\n<!-- end -->").text
    }
    #expect(try filled(mark) == "<!-- translated from: 1.0.0 \(mark) -->\n\n<!-- end -->")
    #expect(try filled("00000000").contains("1.0.0 版"))
  }

  @Test(
    "are asked for by the language of messages",
    arguments: [
      (["LANG": "zh_CN.UTF-8"], Language.chinese), (["LANG": "de_DE.UTF-8"], .english),
      ([:], .english),
      (["LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"], .english),
      (["LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_TW"], .chinese),
    ])
  func environment(_ variables: [String: String], language: Language) {
    #expect(Language(environment: variables) == language)
  }

  @Test("break between wide characters, but not before a mark that ends a phrase")
  func lines() {
    let text = "队列调用 `start()`，然后返回。"
    let lines = TerminalText.wrapped(text, to: 12)
    #expect(lines == ["队列调用", "`start()`，", "然后返回。"])
    #expect(lines.allSatisfy { TerminalText.columns($0) <= 12 })
  }
}
