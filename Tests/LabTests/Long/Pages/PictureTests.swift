import Foundation
import OperationCourse
import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

@Suite("Pictures of a page", .repeatable)
struct PictureTests {
  private static let line = "![Words.](pictures/a.svg)\n"
  private static let svg = """
    <svg><title>Lesson 9</title><style>.a{fill:#fff}</style><text x="1">T1</text>
    <g class="tl-body" data-subject="op1" data-thread="T1" data-kind="body" data-from="2" \
    data-to="5" data-open="true"><title>the body of op1 began at event 2</title><rect x="8"/></g>
    <g data-arrow="gate" data-releaser="g" data-released="op1" data-through="" data-from="3"/>
    <g data-arrow="slot" data-releaser="op1" data-released="op2" data-through="q" data-from="4"/>
    <text>Never finished: op1.</text></svg>
    """

  @Test(
    "have not drifted when other threads took their turns at other events",
    arguments: [
      ("\"T1\"", "\"T3\""), ("data-from=\"2\"", "data-from=\"3\""), ("event 2", "event 3"),
      ("data-released=\"op2\"", "data-released=\"op3\""),
    ])
  func sameStory(_ old: String, _ new: String) {
    #expect(isSame(old, new))
  }

  @Test(
    "have drifted when a span, its end, an arrow, who never ended or the words are others",
    arguments: [
      ("data-open=\"true\"", "data-open=\"false\""), ("\"body\"", "\"start\""),
      ("data-subject=\"op1\" data-thread", "data-subject=\"op2\" data-thread"),
      ("data-arrow=\"gate\"", "data-arrow=\"wait\""), ("<g data-arrow=\"gate\"", "<g"),
      ("finished: op1", "finished: op2"), ("Words.", "Other words."),
    ])
  func otherStory(_ old: String, _ new: String) {
    #expect(!isSame(old, new))
  }

  @Test("have drifted when the same run is drawn in another way")
  func otherDrawing() {
    #expect(!isSame("<rect x=\"8\"/>", "<rect x=\"9\"/>"))
    #expect(!isSame("fill:#fff", "fill:#000"))
  }

  @Test(
    "have drifted when title or style are others, whatever the run", arguments: ["n 9", "#fff"])
  func otherFrame(_ old: String) {
    let otherRun = Self.svg.replacing("event 2", with: "event 3")
    #expect(PictureFacts.isSame(Self.line + Self.svg, Self.line + otherRun))
    let other = otherRun.replacing(old, with: "other")
    #expect(!PictureFacts.isSame(Self.line + Self.svg, Self.line + other))
  }

  @Test("say why a run is stuck, without times, or which operations finished")
  func words() throws {
    let report = SampleLesson.report()
    let words = report.runs.map {
      PictureWords.sentence($0, of: report.lesson.program(named: $0.program))
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

    let other = picture.replacing("data-from=\"2\"", with: "data-from=\"1\"")
    let kept = try writer.refreshed(made.text, pictures: ["silent": other])
    #expect(kept.text == made.text)
    #expect(kept.pictures == ["silent": other])
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

  private func isSame(_ old: String, _ new: String) -> Bool {
    let whole = Self.line + Self.svg
    #expect(whole.contains(old))
    return Drift.isSame("picture", whole, whole.replacing(old, with: new))
  }

  private func snippets() throws -> Snippets {
    var snippets: Snippets?
    try withFolder { snippets = try Snippets(in: $0) }
    return try #require(snippets)
  }
}
