import OperationLab
import Testing

@Suite("Text as a terminal shows it")
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

  @Test("What moves the cursor, hides or reorders is written out")
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

  @Test("Lines break at spaces, or inside a word that no line holds")
  func wrapped() {
    #expect(
      TerminalText.wrapped("one two three", to: 8, indent: 2) == ["one two", "  three"])
    #expect(TerminalText.wrapped("abcdefghij k", to: 4) == ["abcd", "efgh", "ij k"])
    #expect(TerminalText.wrapped("abcd", to: 5, indent: 2) == ["abcd"])
    #expect(TerminalText.wrapped("a 多线程 b", to: 4, indent: 1) == ["a", " 多", " 线", " 程", " b"])
    #expect(
      TerminalText.wrapped("a bcdef g", to: 4, indent: 1, breaksWords: false)
        == ["a", " bcdef", " g"])
    #expect(
      TerminalText.wrapped("one two", to: 8, indent: 2, firstIndent: "- a: ")
        == ["- a: one", "  two"])
    #expect(TerminalText.wrapped("", to: 4) == [])
  }
}
