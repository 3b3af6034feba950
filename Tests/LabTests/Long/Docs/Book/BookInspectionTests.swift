import Foundation
import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

/// A site with one page is looked over. Each test takes away what makes it sound.
@Suite("Looking a site over", .repeatable, .elsewhere)
struct BookInspectionTests {
  @Test("finds nothing wrong with a sound site")
  func sound() throws {
    #expect(try problems(Self.page) == [])
  }

  @Test(
    "finds what leads nowhere",
    arguments: [
      ("/documentation/kit/a", "/documentation/kit/gone", "'/documentation/kit/gone' is not there"),
      ("/images/a.svg", "/images/gone.svg", "'/images/gone.svg' is not there"),
      ("/base/steps/a.html", "/base/steps/gone.html", "'/base/steps/gone.html' is not there"),
      (
        "/base/steps/a.html", "steps/a.html", "the link 'steps/a.html' leads out of /base/"
      ),
    ])
  func deadLinks(_ old: String, _ new: String, _ problem: String) throws {
    #expect(Self.page.contains(old))
    #expect(try problems(Self.page.replacing(old, with: new)) == ["documentation/kit: \(problem)"])
  }

  @Test("finds a link of the front page that leads nowhere")
  func frontPage() throws {
    let front = #"<a href="documentation/kit/a/">A</a> <a href="steps/gone.html">B</a>"#
    #expect(
      try problems(Self.page, front: front) == ["index.html: '/steps/gone.html' is not there"])
  }

  @Test("finds a symbol without documentation")
  func undocumented() throws {
    let page = #"""
      {"kind": "symbol", "metadata": {"title": "Gate", "symbolKind": "class"}, "abstract": []}
      """#
    #expect(try problems(page) == ["documentation/kit: Gate has no documentation"])
    #expect(try problems(page.replacing("[]", with: #"[{"type": "text"}]"#)) == [])
  }

  @Test("finds a symbol that no topic names")
  func ungrouped() throws {
    let page = #"""
      {"kind": "symbol", "metadata": {"title": "OperationTesting", "symbolKind": "module"},
       "topicSections": [{"identifiers": ["x"]}, {"identifiers": ["y"], "generated": true}],
       "references": {"y": {"type": "topic", "title": "Gate", "url": "/documentation/kit/a"}}}
      """#
    let frontPage = "Sources/OperationLab/Testing/OperationTesting.docc/OperationTesting.md"
    #expect(try problems(page) == ["\(frontPage): no topic names Gate"])
  }

  @Test("says where to get a site when there is none")
  func noSite() throws {
    try withFolder { folder in
      let result = try LabProcess.docs(["book", folder.path, "--check"])
      #expect(result.status == 66)
      #expect(result.errors.contains("Make one with Scripts/book"))
    }
  }

  private static let page = #"""
    {"kind": "article", "metadata": {"title": "A"}, "references": {
      "a": {"type": "topic", "title": "A", "url": "/documentation/kit/a"},
      "b": {"type": "image", "variants": [{"url": "/images/a.svg"}]},
      "c": {"type": "link", "url": "https://example.org/"},
      "d": {"type": "download", "url": "/base/steps/a.html"},
      "e": {"type": "unresolvable", "title": "Swift.Sendable"}}}
    """#

  private func problems(_ page: String, front: String = "") throws -> [String] {
    var problems: [String] = []
    try withFolder { site in
      let files = [
        "data/documentation/kit.json": page, "documentation/kit/a/index.html": "",
        "images/a.svg": "", "steps/a.html": "", "index.html": front,
      ]
      for (path, text) in files {
        let file = site.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      problems = try BookInspection(site: site, base: "/base").problems()
    }
    return problems
  }
}
