import Testing

@testable import lab

@Suite("Names that files give to types")
struct TypealiasesTests {
  @Test(
    "are replaced by what they stand for",
    arguments: [
      ("typealias Block = () -> Void", "Block", "( ( ) -> Void )"),
      ("typealias Name = String", "Name", "String"),
      ("enum E { typealias Name = String }", "E . Name", "String"),
      ("typealias A = B; typealias B = Int", "A", "Int"),
      ("typealias Done = (\n  Data?\n) -> Void", "Done", "( ( Data ? ) -> Void )"),
      ("typealias A = B", "C", "C"),
      ("typealias Box<T> = Array<T>", "Box", "Box"),
    ])
  func resolving(_ source: String, _ type: String, _ meaning: String) {
    let names = Typealiases([source])
    let words = type.split(separator: " ").map(String.init)
    #expect(names.resolving(words).joined(separator: " ") == meaning)
  }

  @Test("that stand for themselves are given up, not followed for ever")
  func circle() {
    let names = Typealiases(["typealias A = B\ntypealias B = A"])
    #expect(names.resolving(["A"]).count == 1)
  }
}
