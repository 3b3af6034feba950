import OperationBench
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("What a screen says about a claim", .repeatable)
struct ClaimTextTests {
  private let passage = Origin.Passage("並行", "at the same time", at: 3, but: "It is not.")

  @Test("quotes the article in English, with a correction, and has the original words")
  func article() {
    let text = text(claim(.article(.c, passage: passage)))
    #expect(text.statement == "Article C: s")
    #expect(text.whereSaid == ["Translated: \"at the same time\"", "But: It is not."])
    #expect(text.original == "並行")
    let english = self.text(claim(.article(.c, passage: .init("as it is", "as it is"))))
    #expect(english.whereSaid == ["In its words: \"as it is\""])
  }

  @Test("names the documentation's page, and for the kit nothing")
  func others() {
    #expect(text(claim(.documentation(page: "p"))).whereSaid == ["Page: p"])
    #expect(text(claim(.kit)).whereSaid.isEmpty)
    #expect(text(claim(.kit)).statement == "The kit: s")
  }

  @Test("does not ascribe to the kit what the kit refutes")
  func beliefs() {
    let belief = Claim("C01", "s", origin: .kit, expected: .everywhere(.refuted, because: "b"))
    #expect(text(belief).statement == "Often believed: s")
    #expect(ClaimTables().verdicts([belief]).contains("| C01 | Often believed: s | refuted |"))
  }

  @Test("says how we know what to expect on macOS")
  func bases() {
    let bases: [OperationBench.Expectation.Basis] = [
      .documented(page: "p"), .reported("a log"), .unmeasured, .measured,
    ]
    #expect(
      bases.flatMap { text(claim(.kit, $0)).platforms(seenFrom: .linux) } == [
        "The same on macOS (documented: p).", "The same on macOS (reported: a log).",
        "The same on macOS, we guess: it has not been measured.", "The same on macOS (measured).",
      ])
    #expect(
      text(claim(.kit)).platforms(seenFrom: .darwin) == [
        "Expected on macOS: confirmed, we guess: it has not been measured."
      ])
  }

  @Test("is broken into lines by columns, of which a Chinese sign takes two")
  func columns() {
    #expect("多线程下载".wrapped(to: 8) == "多线程下\n载")
    #expect("a 多线程 b".wrapped(to: 8) == "a 多线程\nb")
  }

  private func text(_ claim: Claim) -> ClaimText { ClaimText(claim) }

  private func claim(
    _ origin: Origin, _ basis: OperationBench.Expectation.Basis = .unmeasured
  ) -> Claim {
    Claim(
      "C91", "s", origin: origin,
      expected: .everywhere(.confirmed, basis: basis, because: "b"))
  }
}
