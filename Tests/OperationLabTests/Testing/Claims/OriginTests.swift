import OperationBench
import Testing

@Suite("Whose a statement is", .repeatable)
struct OriginTests {
  @Test("an article's, with or without its own words")
  func article() {
    let quoted = Origin.article(.c, passage: .init("並行", "concurrency"))
    #expect(quoted.article == .c)
    #expect(quoted.owner.english == "Article C")
    #expect(Origin.article(.e).article == .e)
    #expect(Origin.article(.c) != quoted)
  }

  @Test("the documentation's, or the kit's own, is no article's")
  func others() {
    let documentation = Origin.documentation(page: "https://developer.apple.com/documentation")
    #expect(documentation.article == nil)
    #expect(documentation.owner.english == "Apple's documentation")
    #expect(Origin.kit.article == nil)
    #expect(Origin.kit.owner.english == "The kit")
  }

  @Test("is what a claim calls its source, if it is an article's")
  func source() {
    #expect(claim(.article(.b)).source == .b)
    #expect(claim(.kit).source == nil)
  }

  private func claim(_ origin: Origin) -> Claim {
    Claim(
      "K01", "so it is", origin: origin, expected: .everywhere(.confirmed, because: "b"))
  }
}
