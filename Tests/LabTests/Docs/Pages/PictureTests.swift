import Foundation
import OperationCourse
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("Pictures of a page", .repeatable)
struct PictureTests {
  @Test("say why a run is stuck, without times, or which operations finished")
  func words() throws {
    let report = SampleLesson.report()
    let words = report.runs.map {
      PictureWords(language: .english).sentence($0, of: report.lesson.program(named: $0.program))
    }
    #expect(
      words == [
        """
        Program 'silent': The first never reports its end. The run: op1 holds a slot of 'q': \
        start() was called on another thread and returned, but op1 never reported isFinished. \
        op2 is ready, but 'q' has no free slot: its width is 1, and op1 holds the slot until it \
        reports isFinished.
        """,
        """
        Program 'fixed': The first reports its end. The run: 'op1' and 'op2' finish.
        """,
      ])
  }

  @Test("are made beside the page, and made anew only when they have drifted")
  func written() throws {
    let writer = PageWriter(snippets: try snippets(), report: SampleLesson.report())
    let page = "<!-- picture: silent -->\n<!-- end -->"
    let made = try writer.refreshed(page, pictures: ["gone": "<svg/>"])
    #expect(made.text.contains("](pictures/silent.svg)\n<!-- end -->"))
    #expect(made.pictures.keys.sorted() == ["silent"])
    let picture = try #require(made.pictures["silent"])
    #expect(picture.contains("<title>Lesson 99: Nobody says that it is done (silent)</title>"))

    let kept = try writer.refreshed(made.text, pictures: ["silent": picture])
    #expect(kept.drifted.isEmpty)
    let stale = picture.replacing("data-open=\"true\"", with: "data-open=\"false\"")
    #expect(try writer.refreshed(made.text, pictures: ["silent": stale]).pictures == made.pictures)
  }

  @Test("lie in a folder that holds nothing else")
  func folder() throws {
    try withFolder { folder in
      let pictures = PictureFolder(beside: folder.appendingPathComponent("README.md"))
      try pictures.hold(["a": "<svg/>", "b": "<svg/>"])
      try pictures.hold(["b": "<svg></svg>"])
      #expect(try pictures.pictures() == ["b": "<svg></svg>"])
      #expect(try names(in: folder.appendingPathComponent("pictures")) == ["b.svg"])
      try pictures.hold(["c": "<svg/>"], besides: ["b"])
      #expect(try pictures.pictures() == ["b": "<svg></svg>", "c": "<svg/>"])
    }
  }

  @Test(
    "are small, light and dark", arguments: Lessons.all)
  func ofLesson(_ lesson: Lesson) throws {
    let page = try #require(Checkout.root)
      .appendingPathComponent("Lessons/\(lesson.folder)/README.md")
    let pictures = try PictureFolder(beside: page).pictures().values
    #expect(pictures.reduce(0) { $0 + $1.utf8.count } < 60_000)
    for picture in pictures {
      #expect(picture.contains("@media (prefers-color-scheme:dark)"))
      #expect(picture.contains("tl-paper"), "words without a ground of their own")
    }
  }

  private func snippets() throws -> Snippets {
    var snippets: Snippets?
    try withFolder { snippets = try Snippets(in: $0) }
    return try #require(snippets)
  }
}
