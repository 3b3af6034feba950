import OperationDoctor
import OperationBench
import Testing

@testable import OperationCourse

@Suite("The picture for a terminal", .repeatable)
struct TimelineTextTests {
  @Test("ASCII uses nothing that TERM=dumb lacks", arguments: TimelineSamples.all)
  func ascii(_ name: String, _ trace: Trace) {
    for width in [20, 60, 80] {
      let text = Timeline(trace).text(width: width, isASCII: true)
      #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    }
  }

  @Test("No line is wider than asked, whatever the trace", arguments: 0..<30)
  func fits(_ seed: UInt64) {
    let timeline = Timeline(TimelineNonsense.trace(seed: seed, count: Int(seed) * 7))
    for width in [-3, 0, 12, 13, 20, 39, 40, 41, 60, 80, 133] {
      for isASCII in [false, true] {
        let lines = timeline.text(width: width, isASCII: isASCII).split(separator: "\n")
        let widest = lines.map { TerminalText.columns($0) }.max() ?? 0
        #expect(widest <= max(width, 12), "width \(width), seed \(seed)")
      }
    }
  }
}

@Suite("A line of a picture", .repeatable)
struct TimelineCanvasTests {
  @Test("ends where the last sign does")
  func noBlanksAtTheEnd() {
    #expect(TimelineText.Canvas(columns: 5).text == "")
    #expect(line { $0.put("ab", at: 1) } == " ab")
  }

  @Test("is cut at its end, before a sign of two columns that only half fits")
  func cut() {
    #expect(line { $0.put("abcdef", at: 2) } == "  abc")
    #expect(line { $0.put("a下载", at: 1) } == " a下")
  }

  @Test("has what was put last on top")
  func onTop() {
    let line = line {
      $0.fill(0...4, with: "-")
      $0.put("ab", at: 1)
    }
    #expect(line == "-ab--")
  }

  private func line(_ paint: (inout TimelineText.Canvas) -> Void) -> String {
    var canvas = TimelineText.Canvas(columns: 5)
    paint(&canvas)
    return canvas.text
  }
}

@Suite("Text as a terminal shows it", .repeatable)
struct TerminalTextTests {
  @Test(
    "Columns are what a terminal gives",
    arguments: [
      ("", 0), ("op1", 3), ("é", 1), ("e\u{301}", 1), ("下载", 4), ("🚀", 2), ("한글", 4), ("ﾊ", 1),
      ("✓", 1), ("👨‍👩‍👧", 2),
    ])
  func columns(_ text: String, _ width: Int) {
    #expect(TerminalText.columns(text) == width)
  }

  @Test("Characters that move the cursor, hide or reorder text are escaped")
  func visible() {
    #expect(TerminalText.visible("a\u{1B}[2Jé") == "a\\u{1B}[2Jé")
    #expect(TerminalText.visible("a\u{1B}[2Jé", isASCII: true) == "a\\u{1B}[2J\\u{E9}")
    #expect(TerminalText.visible("a\r\nb\u{202E}c\u{200B}") == "a\\u{D}\\u{A}b\\u{202E}c\\u{200B}")
    #expect(TerminalText.visible("👨‍👩‍👧") == "👨‍👩‍👧")
  }

  @Test("Fitted text says that it was cut")
  func fitted() {
    #expect(TerminalText.fitted("download", to: 8) == "download")
    #expect(TerminalText.fitted("download", to: 5) == "down…")
    #expect(TerminalText.fitted("download", to: 5, isASCII: true) == "down~")
    #expect(TerminalText.fitted("下载图片", to: 4) == "下…")
    #expect(TerminalText.fitted("download", to: 0) == "")
  }

  @Test("No line of Chinese ends with an opening bracket or begins with a closing mark")
  func keepsMarks() {
    for width in 12...30 {
      let lines = TerminalText.wrapped("它的工作进行过（在“main”上），已经结束。然后（再一次）。", to: width)
      #expect(lines.allSatisfy { !"（“".contains($0.last!) && !"，。）”".contains($0.first!) })
    }
  }

  @Test("Lines break at spaces, or inside a word that no line holds")
  func wrapped() {
    #expect(
      TerminalText.wrapped("one two three", to: 8, indent: 2) == ["one two", "  three"])
    #expect(TerminalText.wrapped("abcdefghij k", to: 4) == ["abcd", "efgh", "ij k"])
    #expect(TerminalText.wrapped("", to: 4) == [])
  }
}
