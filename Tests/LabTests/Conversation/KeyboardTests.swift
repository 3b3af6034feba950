import Testing

@testable import LabKit

@Suite("The keyboard", .repeatable)
struct KeyboardTests {
  @Test(
    "understands what terminals send for keys, and takes an arrow for none",
    arguments: [
      ("h", [Key.letter("h")]), ("hq", [.letter("h"), .letter("q")]), ("\u{1B}", [.escape]),
      ("\u{1B}[C", []), ("\u{1B}OD", []), ("\u{1B}[5~", []), ("\u{4}", [.gone]), ("\u{1}", []),
      ("é", [.letter("é")]),
      // A terminal that sends lines.
      ("q\n", [.letter("q")]), ("\n", []),
    ])
  func keys(_ sent: String, _ keys: [Key]) {
    #expect(Keyboard.keys(Array(sent.utf8)) == keys)
  }
}
