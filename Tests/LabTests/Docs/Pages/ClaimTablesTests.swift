import OperationCourse
import OperationBench
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("The claims on a page", .repeatable)
struct ClaimTablesTests {
  @Test("have the words of the articles and the pages of the documentation below the table")
  func words() {
    let claims = [
      claim("C91", .article(.c, passage: .init("並行", "at the same time", at: 3))),
      claim("C92", .article(.c, passage: .init("as it is", "as it is", at: 4, but: "It is not."))),
      claim("C93", .documentation(page: "https://example.org/operation/start()")),
      claim("C94", .kit),
    ]
    #expect(
      ClaimTables().verdicts(claims) == """
        | Claim | Who says what | Linux | macOS | Why |
        |---|---|---|---|---|
        | C91 | Article C: s | confirmed | confirmed? (our guess) | b |
        | C92 | Article C: s | confirmed | confirmed? (our guess) | b |
        | C93 | Apple's documentation: s | confirmed | confirmed? (our guess) | b |
        | C94 | The kit: s | confirmed | confirmed? (our guess) | b |

        In their own words, and where Apple's documentation says it:

        - C91: `並行` (at the same time)
        - C92: "as it is". **But:** It is not.
        - C93: [operation/start()](https://example.org/operation/start())
        """)
  }

  @Test("say what the verdict for macOS rests on")
  func bases() {
    let bases: [OperationBench.Expectation.Basis] = [
      .measured, .documented(page: "p"), .reported("a log"), .unmeasured,
    ]
    #expect(
      bases.map { ClaimTables().verdict(claim("C01", .kit, $0), on: .darwin) } == [
        "confirmed (measured)", "confirmed ([documented](p))", "confirmed (reported: a log)",
        "confirmed? (our guess)",
      ])
    #expect(ClaimTables().verdict(claim("C01", .kit), on: .linux) == "confirmed")
  }

  @Test("that no article makes are each on the page of statements, once, with their lesson")
  func statements() {
    let text = StatementsPage(statements: Statements(Lessons.all), language: .english).text
    for lesson in Lessons.all {
      for claim in lesson.claims where claim.origin.article == nil {
        let entry = text.components(separatedBy: "\n- ").filter { $0.hasPrefix("**\(claim.id)**") }
        #expect(entry.count == 1, "\(claim.id)")
        #expect(entry.first?.contains(claim.statement) == true, "\(claim.id)")
        #expect(entry.first?.contains("[Lesson \(lesson.number)]") == true, "\(claim.id)")
      }
    }
  }

  private func claim(
    _ id: String, _ origin: Origin, _ basis: OperationBench.Expectation.Basis = .unmeasured
  ) -> Claim {
    Claim(
      id, "s", origin: origin,
      expected: .everywhere(.confirmed, basis: basis, because: "b"))
  }
}
