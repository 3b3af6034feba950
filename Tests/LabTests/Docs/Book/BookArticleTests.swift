import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

@Suite("An article of the site", .repeatable)
struct BookArticleTests {
  private let links = BookLinks(source: nil) { !$0.contains("missing") }

  @Test(
    "links to the article that the page or file becomes",
    arguments: [
      ("../README.md", "doc:the-lessons"), ("../07-graph/README.md", "doc:lesson-07-graph"),
      ("../rules.md#lesson-3", "doc:course-rules#lesson-3"), ("../../README.md", "doc:about"),
      ("exercises/1/A.swift", "doc:file-lessons-03-a-exercises-1-a-swift"),
      ("pictures/article.svg", "03-a-article.svg"),
    ])
  func links(_ old: String, _ new: String) throws {
    #expect(try article("See [it](\(old)).").text == "See [it](\(new)).")
  }

  @Test("leaves alone what leads out of the checkout, and what stands in code")
  func leavesAlone() throws {
    for line in [
      "[Apple](https://example.org/a(b))", "[above](#why)", "`[it](x.md)`",
      "```\n[it](x.md)\n@x\n```",
    ] {
      #expect(try article(line).text == line)
    }
  }

  @Test("links to the address of the sources where there is one, but never for pages")
  func sourceAddress() throws {
    let links = BookLinks(source: "https://example.org/kit") { _ in true }
    #expect(
      try links.target(of: "A.swift", in: "Lessons/x.md")?.destination
        == "https://example.org/kit/Lessons/A.swift")
    #expect(try links.target(of: "y.md", in: "Lessons/x.md")?.destination == "doc:course-y")
  }

  @Test("refuses a link to a file that is not there, and names page and link")
  func refuses() {
    let error = #expect(throws: Failure.self) { try article("[it](missing.md)") }
    #expect(
      error?.message == "Lessons/03-a/README.md links to 'missing.md', and there is no such file")
  }

  @Test("has no comments for scripts, and no line that docc takes for a directive")
  func plain() throws {
    let text = try article("# A\n<!-- trace: a -->\n@Test func a()\n<!-- end -->\nb").text
    #expect(text == "# A\n\\@Test func a()\nb")
  }

  @Test("has directives below its title and links below everything")
  func framed() throws {
    let article = try BookArticle(
      "# Old\nText.", path: "README.md", links: links, title: "New", header: "@H", footer: "## F")
    #expect(article.text == "# New\n\n@H\nText.\n\n## F\n")
  }

  @Test("of a file shows it whole, in a fence that it cannot close")
  func code() {
    let text = BookArticle(code: "a\n```\nb\n", path: "Lessons/x/A.swift").text
    #expect(text.hasPrefix("# x/A.swift\n"))
    #expect(text.hasSuffix("````swift\na\n```\nb\n````\n"))
  }

  @Test("gets a picture for each theme from one that follows the system")
  func pictures() {
    let svg = "<style>.a{b:c}\n@media (prefers-color-scheme:dark){\n.a{b:d}\n}</style><g/>"
    let themes = BookPicture.themes(of: svg)
    #expect(themes.light == "<style>.a{b:c}\n</style><g/>")
    #expect(themes.dark == "<style>.a{b:c}\n\n.a{b:d}\n</style><g/>")
  }

  private func article(_ text: String) throws -> BookArticle {
    try BookArticle(text, path: "Lessons/03-a/README.md", links: links)
  }
}
