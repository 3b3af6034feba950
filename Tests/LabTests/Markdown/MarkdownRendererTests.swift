import Testing

@testable import lab

@Suite("Markdown for a terminal")
struct MarkdownRendererTests {
  private func plain(_ source: String, width: Int = 40, isASCII: Bool = false) -> String {
    MarkdownRenderer(width: width, ansi: false, isASCII: isASCII).render(source)
  }

  private func coloured(_ source: String, width: Int = 40) -> String {
    MarkdownRenderer(width: width, ansi: true, isASCII: false).render(source)
      .replacing("\u{1B}[", with: "^")
  }

  @Test("headings are underlined, the first level twice") func headingsAreUnderlinedTheFirstLevel()
  {
    #expect(
      plain("# Why do eight\n## Predict ##\ntext\n###### Try *it*") == """
        Why do eight
        ============

        Predict
        -------

        text

        Try _it_
        --------

        """)
    #expect(coloured("# One\n## Two") == "^0;1;4mOne^0m\n\n^0;1mTwo^0m\n")
  }

  @Test("a picture is its words, without an address") func aPictureIsItsWords() {
    #expect(plain("![Two *wait*.](pictures/a.svg)") == "Two _wait_.\n")
    #expect(!plain("[![Built](a.svg)](b)").contains("a.svg"))
  }

  @Test("a paragraph is filled and wrapped between words") func aParagraphIsFilledAndWrapped() {
    #expect(
      plain("one two three\nfour   five\nsix seven eight\n\nnine  \nten\\\neleven", width: 20)
        == """
        one two three four
        five six seven eight

        nine
        ten
        eleven

        """)
  }

  @Test("a word wider than the terminal is cut") func aWordWiderThanTheTerminal() {
    #expect(plain("a 12345678901234567890 b", width: 16) == "a\n1234567890123456\n7890 b\n")
  }

  @Test("wide characters take two columns and need no space to break")
  func wideCharactersTakeTwoColumnsAnd() {
    #expect(
      plain("你要知道的NSOperation都在这里,都在。", width: 16) == """
        你要知道的
        NSOperation都在
        这里,都在。

        """)
  }

  @Test("emphasis and code are marks without colours and styles with them")
  func emphasisAndCodeAreMarksWithout() {
    let source = "**bold** *it* _it_ `a*b*` a_b_c 2 * 3 * 4 ***both*** \\*no\\* **open ``x`y``"
    #expect(
      plain(source, width: 80)
        == "*bold* _it_ _it_ `a*b*` a_b_c 2 * 3 * 4 *_both_* *no* **open `x`y`\n")
    #expect(
      coloured("**bold** *it* `a*b*` **`c`**", width: 80)
        == "^0;1mbold^0m ^0;4mit^0m ^0;35ma*b*^0m ^0;1;35mc^0m\n")
  }

  @Test("addresses stand at the end of their section, numbered through")
  func addressesStandAtTheEndOf() {
    #expect(
      plain(
        """
        See [one](https://one.example/a_(b)), [two](../two.md "Two") and [one again](https://one.example/a_(b)).

        ## Next
        <https://three.example>, [here](#here), [https://four.example](https://four.example)
        and [two](../two.md), [no link] [x](
        """, width: 60) == """
          See one [1], two [2] and one again [1].

          [1] https://one.example/a_(b)
          [2] ../two.md

          Next
          ----

          https://three.example, here, https://four.example and
          two [3], [no link] [x](

          [3] ../two.md

          """)
  }

  @Test("lists nest, keep their numbers and stay together") func listsNestKeepTheirNumbersAnd() {
    #expect(
      plain(
        """
        - one
          goes on
        - two
          1. inner

             ```
             code
             ```
          2. second
        * another list

        9. nine

           and more
        10. ten
        """, width: 24) == """
          • one goes on
          • two
            1. inner

                   code

            2. second

          • another list

           9. nine

              and more

          10. ten

          """)
  }

  @Test("quotes carry a bar on every line") func quotesCarryABarOnEvery() {
    #expect(
      plain("> one two three four five\nlazy\n> > inner\n>\n> - item", width: 20) == """
        │ one two three four
        │ five lazy
        │
        │ │ inner
        │
        │ • item

        """)
  }

  @Test("code keeps its lines and continues long ones behind a mark")
  func codeKeepsItsLinesAndContinues() {
    let source = "```swift\nlet a  =  1\n\n**b** <!--  kept -->\n123456789012345678\n```\n~~~\nopen"
    #expect(
      plain(source, width: 20) == """
            let a  =  1

            **b** <!--  kept
          ↪  -->
            1234567890123456
          ↪ 78

            open

        """)
    #expect(plain(source, width: 20, isASCII: true).contains("\n  > 78\n"))
  }

  @Test("a diff is coloured by its signs") func aDiffIsColouredByIts() {
    #expect(
      coloured("```diff\n a\n-b\n+c\n```") == "     a\n    ^0;31m-b^0m\n    ^0;32m+c^0m\n")
    #expect(coloured("```\n-b\n```") == "    -b\n")
  }

  @Test("a rule is a line across the terminal") func aRuleIsALineAcross() {
    #expect(plain("a\n\n* * *\nb", width: 16, isASCII: true) == "a\n\n----------------\n\nb\n")
  }

  @Test("comments are dropped and foldable parts stand open under their summary")
  func commentsAreDroppedAndFoldableParts() {
    #expect(
      plain(
        """
        <!-- snippet: a
        several lines --> one
        two <!-- inline --> three
        <!-- snippet: b -->
        <details>
        <summary><b>The answer</b></summary>

        Two & <kbd>Enter</kbd> &lt;T&gt; Array<Int>
        </details>
        <DETAILS open><summary>Hint</summary>four
        </details>
        """) == """
          one two three

          The answer
          ----------

          Two & Enter <T> Array<Int>

          Hint
          ----

          four

          """)
  }

  @Test("nothing in the source reaches the terminal as a control")
  func nothingInTheSourceReachesThe() {
    #expect(
      plain("a\u{1B}[31mb\u{7}\u{9B}c\u{202E}d\r\ne\tf\0", width: 80) == "a�[31mb��c�d e f�\n")
    #expect(plain("a\u{1B}b — “c” → 你", isASCII: true) == "a?b -- \"c\" -> 你\n")
  }

  @Test(
    "a terminal that is too narrow gets the narrowest lines",
    arguments: [Int.min, -1, 0, 1, 15, 16])
  func aTerminalThatIsTooNarrow(width: Int) {
    #expect(plain("one two three four", width: width) == "one two three\nfour\n")
  }

  @Test("an empty page is empty") func anEmptyPageIsEmpty() {
    #expect(plain("") == "")
    #expect(plain("\n \n<!-- only this -->\n") == "")
  }
}
