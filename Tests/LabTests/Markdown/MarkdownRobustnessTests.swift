import Testing

@testable import OperationTesting
@testable import lab

@Suite("Markdown, odd input")
struct MarkdownRobustnessTests {
  private static let page = """
    # A *title* [x](https://x.example)
    Text **bold** `code` 中文 👩‍👩‍👧 é <br> &amp; \\* <!-- c -->
    1. one
       - two

         three
    > quote
    > - item
    ```diff
    + a
    ```
    | a | `b` |
    |:-:|---|
    | 1 | [y](z) |
    <details><summary>S</summary>
    ![p](q.png) ***
    </details>
    """
  private static let pieces = [
    "*", "**", "_", "`", "```\n", "[", "](", ")", "![", "<", "<!--", "-->", "<summary>", "|", "\n",
    "\n\n", "    ", "\t", "> ", "- ", "1. ", "999999999. ", "# ", "---\n", "|-|\n", "\\", "&lt;",
    "中", "\u{301}", "\u{200D}", "👍🏽", "\r", "\0", "\u{1B}[2J", "\u{9B}", "\u{202E}", "~~~\n",
  ]

  /// What every rendering must keep, whatever the source is.
  private func expectSound(_ source: String, width: Int, ansi: Bool) {
    let output = MarkdownRenderer(width: width, ansi: ansi, isASCII: false).render(source)
    let visible = output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(
      ansi || visible == output, "styles without a terminal: \(source.debugDescription)")
    for line in visible.split(separator: "\n") {
      #expect(
        DisplayWidth.of(line) <= max(width, MarkdownRenderer.narrowest),
        "too wide at \(width): \(line.debugDescription) of \(source.debugDescription)")
    }
    let controls = visible.unicodeScalars.filter {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(controls.isEmpty, "\(source.debugDescription)")
  }

  @Test("mutated pages neither trap nor break out", arguments: 0..<8)
  func mutatedPagesNeitherTrapNorBreak(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<300 {
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
        String(text), width: Int.random(in: 0...90, using: &random),
        ansi: Bool.random(using: &random))
    }
  }

  @Test("one thing over and over is no trouble", arguments: pieces)
  func oneThingOverAndOverIs(piece: String) {
    expectSound(String(repeating: piece, count: 500), width: 40, ansi: true)
    expectSound(String(repeating: piece + "a ", count: 350), width: 20, ansi: false)
    expectSound("a|" + String(repeating: piece, count: 350) + "\n-|-\n", width: 20, ansi: false)
  }
}
