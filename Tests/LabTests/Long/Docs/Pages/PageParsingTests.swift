import Foundation
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("A page", .longPlan, .repeatable)
struct PageParsingTests {
  private let source = """
    # Title
    <!-- snippet: a -->
    old
    <!-- end -->
    text <!-- snippet: no marker -->
    <!-- a comment -->

    <!-- verdicts -->
    <!-- end -->
    <!-- trace: by hand -->
    one

    two
    <!-- end -->
    """

  @Test("knows its generated parts, and leaves other comments alone")
  func parts() throws {
    let parts = try Page(source).parts
    #expect(
      parts.map(\.marker) == [
        Page.Marker(kind: "snippet", argument: "a"), Page.Marker(kind: "verdicts", argument: ""),
        Page.Marker(kind: "trace", argument: "by hand"),
      ])
    #expect(parts.map(\.content) == ["old", "", "one\n\ntwo"])
    #expect(parts.map(\.marker.isOfRun) == [false, false, true])
  }

  @Test("filled with what it has is the same, to the letter")
  func unchanged() throws {
    let adjacent = "<!-- trace: a -->\n1\n<!-- end -->\n<!-- trace: b -->\n2\n<!-- end -->"
    for text in [adjacent, "\n\(adjacent)\n", "", "\n\n", "no marker at all"] {
      #expect(try Page(text).filled { _, old in old } == text)
    }
  }

  @Test("filled anew changes its generated parts and nothing else")
  func filled() throws {
    let text = try Page(source).filled { marker, _ in "new \(marker.kind)" }
    #expect(
      text == """
        # Title
        <!-- snippet: a -->
        new snippet
        <!-- end -->
        text <!-- snippet: no marker -->
        <!-- a comment -->

        <!-- verdicts -->
        new verdicts
        <!-- end -->
        <!-- trace: by hand -->
        new trace
        <!-- end -->
        """)
  }

  @Test("whose part has no end is refused by name")
  func noEnd() {
    let error = #expect(throws: Failure.self) { try Page("<!-- trace: a -->\ntext") }
    #expect(error?.message == "'<!-- trace: a -->' has no '<!-- end -->' after it")
  }
}

@Suite("The regions of a source", .longPlan, .repeatable)
struct SnippetsTests {
  @Test("are found by name, without the blanks that all their lines begin with")
  func regions() {
    let regions = Snippets.regions(
      of: """
        // snippet: outer
        struct A {
          // snippet: inner
          func f() {
            g()
          }

          // end snippet
          let x = 1
        }
        // end snippet
        let outside = 0
        // snippet: second
          indented
        // end snippet
        """)
    #expect(
      regions == [
        "outer": "struct A {\n  func f() {\n    g()\n  }\n\n  let x = 1\n}",
        "inner": "func f() {\n  g()\n}\n",
        "second": "indented",
      ])
  }

  @Test("that are not ended are not there")
  func noEnd() {
    #expect(Snippets.regions(of: "// snippet: a\nx") == [:])
    #expect(Snippets.regions(of: "// end snippet\nx") == [:])
  }
}

@Suite("The guide for contributors", .longPlan, .repeatable)
struct ContributingTests {
  @Test("names files and folders that are there")
  func paths() throws {
    let root = LabProcess.checkout
    let text = try String(
      contentsOf: root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    let paths = text.matches(of: #/`((?:Sources|Tests|Lessons|Scripts)\/[^`\s]*)`/#).map(\.output.1)
    #expect(paths.count > 30)
    // `NN`, `NAME` and the like stand for what a contributor makes.
    for path in paths where !path.contains(#/NN|NAME|ID\b|SLUG/#) {
      #expect(
        FileManager.default.fileExists(atPath: root.appendingPathComponent(String(path)).path),
        "\(path)")
    }
  }
}
