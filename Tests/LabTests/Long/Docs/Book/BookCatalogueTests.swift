import Foundation
import OperationCourse
import OperationTesting
import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

@Suite("The catalogue of the site", .repeatable, .elsewhere)
struct BookCatalogueTests {
  private static let lessons = [Lessons.first] + Lessons.all
  /// Of a site at the root, without addresses of files.
  private static let plain = Result { try catalogue().files }

  @Test("has an article for every lesson, linked to its steppable page under the site's path")
  func lessons() throws {
    let files = try Self.catalogue(base: "/kit").files
    for lesson in Lessons.all {
      let name = BookNames.article("Lessons/\(lesson.folder)/README.md")
      let article = try #require(files["\(name).md"])
      #expect(article.contains("url: \"/kit/steps/lesson-\(lesson.folder).html\""))
      #expect(files["the-lessons.md"]?.contains("- <doc:\(name)>") == true)
    }
  }

  @Test("has every article and picture that any of its articles names")
  func isClosed() throws {
    let files = try Self.plain.get()
    for (name, text) in files where name.hasSuffix(".md") {
      for match in text.matches(of: /doc:([\w-]+)/) {
        #expect(files["\(match.output.1).md"] != nil, "\(name) names \(match.output.1)")
      }
      for match in text.matches(of: /\]\(([\w-]+)\.svg\)/) {
        let picture = match.output.1
        #expect(files["\(picture).svg"] != nil && files["\(picture)~dark.svg"] != nil, "\(picture)")
      }
    }
  }

  @Test("lists each claim once by lesson, and those for which the platforms differ")
  func ledger() throws {
    let files = try Self.plain.get()
    let entries = Statements(Lessons.all).entries
    let all = rows(try #require(files["ledger-by-lesson.md"]))
    #expect(all.sorted() == entries.map(\.claim.id).sorted())
    let differing = entries.map(\.claim)
      .filter { $0.expected.linux != $0.expected.darwin || $0.expected.varies }
    #expect(
      Set(rows(try #require(files["ledger-by-platform.md"]))) == Set(differing.map(\.id)))
  }

  @Test("shows no file that has an address, and each other file that a page links to")
  func sources() throws {
    let exercise = "file-lessons-03-missing-finish-exercises-1-exercise-swift"
    #expect(try Self.plain.get()["files.md"]?.contains("- <doc:\(exercise)>") == true)
    let files = try Self.catalogue(source: "https://example.org/kit").files
    #expect(files["\(exercise).md"] == nil)
    #expect(
      files["lesson-03-missing-finish.md"]?.contains(
        "](https://example.org/kit/Lessons/03-missing-finish/exercises/1/Exercise.swift)") == true)
  }

  @Test("puts the course first on the page that leads into the symbols")
  func frontPage() throws {
    let front = try #require(try Self.plain.get()["OperationLab.md"])
    let course = try #require(front.range(of: "### The course"))
    let symbols = try #require(front.range(of: "``AsyncOperation``\n- "))
    #expect(course.lowerBound < symbols.lowerBound)
  }

  @Test(
    "is refused with a line that says what to do",
    arguments: [
      (["book"], "needs a folder"), (["book", "x", "--base", "kit"], "begins with '/'"),
      (["book", "x", "--source-url", "kit"], "needs an address"),
    ])
  func refuses(_ words: [String], _ message: String) throws {
    let result = try LabProcess.docs(words)
    #expect(result.status == 64)
    #expect(result.errors.contains(message))
  }

  private func rows(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
      .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
      .filter { $0 != "Claim" }
  }

  private static func catalogue(base: String = "", source: String? = nil) throws -> BookCatalogue {
    let root = try #require(Checkout.root)
    let folder = root.appendingPathComponent("Lessons").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") && $0 != "README.md" }
    return try BookCatalogue(
      lessons: lessons, pages: pages, base: base,
      links: BookLinks(source: source) {
        FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path)
      }
    ) { path throws(Failure) in
      do {
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      } catch { throw Failure(status: .unreadable, message: path) }
    }
  }
}
