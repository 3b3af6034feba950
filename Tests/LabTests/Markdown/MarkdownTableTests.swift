import Testing

@testable import lab

@Suite("Markdown tables for a terminal")
struct MarkdownTableTests {
  private let source = """
    | id | the article says | n |
    |:---|:---:|--:|
    | C11 | exactly `two` of ten operations ever start | 2
    | A \\| B | 中文 | 10 | dropped |
    """

  private func plain(_ source: String, width: Int) -> String {
    MarkdownRenderer(width: width, ansi: false, isASCII: true).render(source)
  }

  @Test("columns are as wide as their cells where there is room") func columnsAreAsWideAsTheir() {
    #expect(
      plain(source, width: 60) == """
        id                  the article says                n
        -----  ------------------------------------------  --
        C11    exactly `two` of ten operations ever start   2
        A | B                     中文                     10

        """)
  }

  @Test("cells wrap where there is not") func cellsWrapWhereThereIsNot() {
    #expect(
      plain(source, width: 34) == """
        id        the article says       n
        -----  -----------------------  --
        C11     exactly `two` of ten     2
                operations ever start

        A | B           中文            10

        """)
  }

  @Test("where columns would be too narrow each row is a list") func whereColumnsWouldBeTooNarrow()
  {
    #expect(
      plain(source, width: 20) == """
        id: C11
        the article says:
          exactly `two` of
          ten operations
          ever start
        n: 2

        id: A | B
        the article says:
          中文
        n: 10

        """)
  }

  @Test("what only looks like a table is text") func whatOnlyLooksLikeATable() {
    #expect(plain("a | b\n--- | --- | ---", width: 40) == "a | b --- | --- | ---\n")
    #expect(plain("a | b", width: 40) == "a | b\n")
  }

  @Test("a header without rows is still shown") func aHeaderWithoutRowsIsStill() {
    #expect(plain("a | b\n-|-", width: 40) == "a  b\n-  -\n")
  }
}
