import Foundation
import OperationCourse
import OperationDoctor
import Testing

@testable import OperationBench
@testable import LabKit

@Suite("Pages on a terminal", .repeatable)
struct PagesOnATerminalTests {
  /// What a terminal shows: without the sequences for styles, of which a plain page has none.
  private func shown(_ source: String, width: Int, isColoured: Bool) -> String {
    let paper = Paper(width: width, isASCII: false, isColoured: isColoured)
    let output = PageText.render(source, on: paper)
    let shown = output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(isColoured || shown == output)
    return shown
  }

  @Test(
    "no word and no line of code of a lesson's page is lost, and prose keeps to the width",
    arguments: Plan.those(of: Lessons.all.map(\.number)), [40, 100])
  func nothingIsLost(lesson: Int, width: Int) throws {
    let page = try Checkout.page(of: #require(Lessons.all.first { $0.number == lesson }))
    let output = shown(page, width: width, isColoured: false)
    let lines = Set(output.split(separator: "\n"))
    let letters = output.filter { $0.isLetter || $0.isNumber }
    var isCode = false
    var code: Set<Substring> = []
    for line in page.split(separator: "\n") where !line.hasPrefix("<!--") {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        #expect(lines.contains("    " + line) || line.allSatisfy { $0 == " " })
        code.insert("    " + line)
      } else {
        // The files of pictures are not shown.
        let text = line.replacing(/\(pictures[^)]*\)/, with: "")
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
          #expect(letters.contains(word), "\(word) of \(line)")
        }
      }
    }
    #expect(!isCode && !output.contains("](") && !output.contains("<!--"))
    for line in lines where !code.contains(line) {
      #expect(TerminalText.columns(line) <= width, "\(line)")
    }
  }

  private static let page = """
    # A *title* [x](https://x.example)
    Text **bold** `code` 中文 👩‍👩‍👧 é &amp; \\* <!-- c -->
    1. one
       - two

         three
    > quote
    | a | `b` |
    |:-:|---|
    | 1 | [y](z) |
    <details><summary>S</summary>
    ![p](q.png) ***
    </details>
    """
  private static let pieces = [
    "*", "**", "_", "`", "[", "](", ")", "![", "<", "<!--", "-->", "<summary>", "|", "\n",
    "\n\n", "    ", "\t", "> ", "- ", "1. ", "999999999. ", "# ", "---\n", "|-|\n", "\\", "&lt;",
    "中", "\u{301}", "\u{200D}", "👍🏽", "\r", "\0", "\u{1B}[2J", "\u{9B}", "\u{202E}", "\u{A0}",
  ]

  /// The properties of every page without blocks of code.
  private func expectSound(_ source: String, width: Int, isColoured: Bool) {
    let shown = shown(source, width: width, isColoured: isColoured)
    for line in shown.split(separator: "\n") {
      #expect(
        TerminalText.columns(line) <= width,
        "too wide at \(width): \(line.debugDescription) of \(source.debugDescription)")
    }
    let controls = shown.unicodeScalars.filter {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(controls.isEmpty, "\(source.debugDescription)")
  }

  @Test("a page with anything in it keeps to the width and controls nothing", arguments: 0..<8)
  func anything(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<100 {
      var source = Array(Self.page.unicodeScalars)
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let start = Int.random(in: 0..<source.count, using: &random)
        let end = min(source.count, start + Int.random(in: 0...20, using: &random))
        let piece = Self.pieces.randomElement(using: &random) ?? ""
        source.replaceSubrange(start..<end, with: Array(piece.unicodeScalars))
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: source)
      expectSound(
        String(text), width: Int.random(in: 20...90, using: &random),
        isColoured: Bool.random(using: &random))
    }
  }

  @Test("a character repeated many times is no trouble", arguments: pieces)
  func repeatedCharacter(piece: String) {
    expectSound(String(repeating: piece, count: 500), width: 40, isColoured: true)
    expectSound(String(repeating: piece + "a ", count: 350), width: 20, isColoured: false)
  }
}
