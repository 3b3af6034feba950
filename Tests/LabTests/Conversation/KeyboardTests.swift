import Testing

@testable import LabKit

@Suite("The keyboard", .repeatable)
struct KeyboardTests {
  @Test(
    "understands what terminals send for keys",
    arguments: [
      ("\r", [Key.enter]), ("a1", [.letter("a"), .letter("1")]), ("\u{1B}[C", [.right]),
      ("\u{1B}OD", [.left]), ("\u{1B}[5~ ", [.pageUp, .space]), ("\u{1B}[15~x", [.letter("x")]),
      ("\u{7F}", [.back]),
      ("\u{4}", [.gone]), ("\u{1}", []), ("é", [.letter("é")]),
    ])
  func keys(_ sent: String, _ keys: [Key]) {
    #expect(Keyboard.keys(Array(sent.utf8)) == keys)
  }

  @Test(
    "takes lines where keys do not come one by one",
    arguments: [
      ("\n", [Key.enter]), ("q\n", [.letter("q")]), ("10\n", [.line("10")]),
      ("2\n\n", [.line("2"), .enter]), ("yes\n", [.line("yes")]),
    ])
  func lines(_ sent: String, _ keys: [Key]) {
    #expect(Keyboard.lines(Array(sent.utf8)) == keys)
  }
}
