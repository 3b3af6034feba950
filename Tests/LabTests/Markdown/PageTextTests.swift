import Foundation
import OperationCourse
import Testing

@testable import LabKit

@Suite("A page for a terminal", .repeatable)
struct PageTextTests {
  private func plain(_ source: String, width: Int = 40, isASCII: Bool = false) -> String {
    PageText.render(source, on: Paper(width: width, isASCII: isASCII, isColoured: false))
  }

  private func coloured(_ source: String, width: Int = 40) -> String {
    PageText.render(source, on: Paper(width: width, isASCII: false, isColoured: true))
      .replacing("\u{1B}[", with: "^")
  }

  @Test("paragraphs, items and quotations are wrapped between words") func prose() {
    #expect(
      plain("one two three\nfour   five\nsix\n- seven\n  eight nine\n12. ten\n\n\n> a b", width: 16)
        == "one two three\nfour five six\n- seven eight\n  nine\n12. ten\n\n> a b\n")
    #expect(plain("a 12345678901234567890 b", width: 16) == "a\n1234567890123456\n7890 b\n")
    #expect(plain("中文中文中文中文中", width: 16) == "中文中文中文中文\n中\n")
  }

  @Test("code keeps its lines, however long, and its blank ones") func code() {
    let long = String(repeating: "x ", count: 30) + "x"
    #expect(
      plain("```swift\n  let a  =  1\n\n**b** <!-- kept -->\n# \(long)\n```\nend")
        == "      let a  =  1\n\n    **b** <!-- kept -->\n    # \(long)\nend\n")
    #expect(plain("1. one\n\n   ```\n   a\n     b\n   ```") == "1. one\n\n       a\n         b\n")
    #expect(coloured("```\nlet *a*\n```") == "    ^35mlet *a*^39m\n")
  }

  @Test("a command between backquotes stays on one line if a line can hold it") func commands() {
    #expect(
      plain("Then run `lab lesson 3` again", width: 20) == "Then run\n`lab lesson 3` again\n")
    #expect(plain("`one two three four five`", width: 20) == "`one two three four\nfive`\n")
  }

  @Test("marks are as in the source without colours, and styles with them") func marks() {
    let source = "## One `two`\n**bold `c`** *it* `a*b*` 2 * 3 * 4"
    #expect(plain(source) == source + "\n")
    #expect(
      coloured(source)
        == "^1m## One ^35mtwo^39m^22m\n^1mbold ^35mc^39m^22m ^4mit^24m ^35ma*b*^39m 2 * 3 * 4\n")
    #expect(coloured("- **one two**", width: 8) == "- ^1mone^22m\n  ^1mtwo^22m\n")
  }

  @Test(
    "a link has its address, unless it leads to the page itself, and a picture is its description")
  func links() {
    #expect(
      plain(
        """
        [one](https://one.example/a_(b)), [here](#here), [https://two.example](https://two.example), \
        [`three`](../three.md), `[a](b)`, [no link] [x](
        ![Two *wait*.](pictures/a.svg)
        """, width: 200) == """
          one <https://one.example/a_(b)>, here, https://two.example, `three` <../three.md>, `[a](b)`, \
          [no link] [x]( Two *wait*.

          """)
  }

  @Test("comments are left out, and foldable parts are open") func markup() {
    #expect(
      plain(
        """
        <!-- snippet: a -->
        one <!-- inline --> two `<!-- code -->` Array<Int>
        <!-- end -->

        <details>
        <summary>Hint</summary>

        three
        </details>
        """, width: 60) == "one two `<!-- code -->` Array<Int>\n\nHint\n\nthree\n")
    #expect(plain("\n \n<!-- only this -->\n") == "")
  }

  @Test("a table that fits stays, and a wider one has each cell below the one before") func tables()
  {
    let table = "| id | the article | n |\n|---|---|---|\n| C11 | two of ten | 2 |"
    #expect(
      plain(table + "\n| a \\| b | [x](y) | | more |", width: 60) == table
        + "\n| a \\| b | x <y> | | more |\n")
    #expect(
      plain(table + "\n| a \\| b | [x](y) | | more |\nend", width: 20) == """
        id: C11
        the article: two
          of ten
        n: 2

        id: a | b
        the article: x <y>
        more
        end

        """)
    #expect(coloured(table, width: 20).hasPrefix("^1mid:^22m C11\n"))
  }

  @Test("nothing in the source reaches the terminal as a control") func controls() {
    #expect(
      plain("a\u{1B}[31mb\u{7}\u{9B}c\u{202E}d\r\ne\tf\0", width: 80) == "a�[31mb��c�d e f�\n")
    #expect(plain("a\u{1B}b — “c” → 你", isASCII: true) == "a?b -- \"c\" -> 你\n")
  }
}
