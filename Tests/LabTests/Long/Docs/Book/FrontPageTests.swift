import Foundation
import OperationCourse
import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

@Suite("The page that the site opens with", .repeatable, .elsewhere)
struct FrontPageTests {
  private static let lessons = [Lessons.first] + Lessons.all

  @Test("has every lesson with its question, its page, and its steps if it has any")
  func lessons() throws {
    let html = try Self.page().html
    let rows = html.split(separator: "<tr>").dropFirst(2).map(String.init)
    #expect(rows.count == Self.lessons.count)
    for (row, lesson) in zip(rows, Self.lessons) {
      let name = BookNames.article("Lessons/\(lesson.folder)/README.md")
      #expect(row.contains("href=\"documentation/operationlab/\(name)/\""))
      #expect(
        row.contains(lesson.question.replacing("<", with: "&lt;").replacing("'", with: "&#39;")))
      #expect(row.contains("href=\"steps/") == !lesson.claims.isEmpty, "\(lesson.number)")
    }
  }

  @Test("leads to the lessons before it leads to the reference")
  func order() throws {
    let html = try Self.page().html
    let learn = try #require(html.range(of: "documentation/operationlab/lesson-"))
    let reference = try #require(html.range(of: "\"documentation/operationlab/\""))
    #expect(learn.lowerBound < reference.lowerBound)
  }

  @Test("describes itself to those who link to it, with a picture at its full address")
  func preview() throws {
    let html = try Self.page(address: "https://example.org/kit").html
    #expect(html.contains(#/<meta name="description" content="[^"]{50,}">/#))
    #expect(html.contains(#"og:image" content="https://example.org/kit/preview.png""#))
  }

  @Test("plays the program before anything else, with a script of its own")
  func plays() throws {
    let html = try Self.page().html
    let board = try #require(html.range(of: "class=\"board\""))
    let doors = try #require(html.range(of: "class=\"doors\""))
    #expect(board.lowerBound < doors.lowerBound)
    #expect(html.contains("class Board {") && html.contains("cook end before wash begins"))
  }

  @Test("is one file that asks no other host for anything, and is small")
  func alone() throws {
    let html = try Self.page().html
    #expect(!html.contains("url(") && html.utf8.count <= 130_000)
    for match in html.matches(of: #/\s(?:href|src|content)="([^"]*)"/#) {
      #expect(!match.1.contains("://"), "\(match.1)")
    }
  }

  @Test("is written with its picture, and refuses a host that is no address")
  func command() throws {
    try withFolder { folder in
      let result = try LabProcess.docs([
        "book", folder.path, "--front", "--host", "https://example.org/", "--base", "/kit",
      ])
      #expect(result.status == 0, "\(result.errors)")
      let html = try String(
        contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)
      #expect(html.contains("\"https://example.org/kit/preview.png\""))
      let picture = try Data(contentsOf: folder.appendingPathComponent("preview.png"))
      #expect(picture.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
      #expect(
        try LabProcess.docs(["book", folder.path, "--front", "--host", "kit"]).status == 64)
    }
  }

  private static func page(address: String? = nil) throws -> FrontPage {
    let root = try #require(Checkout.root)
    let file = root.appendingPathComponent("Lessons/03-missing-finish/pictures/article.svg")
    let lesson = try #require(Lessons.all.first { $0.number == FrontPage.played.lesson })
    let program = try #require(lesson.program(named: FrontPage.played.program))
    // Not one run: the page is the same with all.
    let board = TimelineAlbum.Board(lesson, program, [], isComplete: true)
    return FrontPage(
      lessons: lessons, picture: try String(contentsOf: file, encoding: .utf8),
      board: TimelineAlbum(title: lesson.title, pages: [], boards: [board]), address: address)
  }
}
