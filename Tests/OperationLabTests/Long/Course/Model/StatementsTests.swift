import OperationCourse
import OperationBench
import Testing

@Suite("The statements in the order of the articles", .longPlan, .repeatable)
struct StatementsTests {
  private static let lessons = [
    Lesson(
      1, "one", title: "t", question: "q", programs: [],
      claims: [
        claim("C02", .article(.c, passage: .init("二", "two", at: 250))),
        claim("C01b", .kit),
        claim("B01", .article(.b, passage: .init("乙", "b", at: 5))),
        claim("C01", .article(.c, passage: .init("一", "one", at: 40))),
      ]),
    Lesson(
      2, "two", title: "t", question: "q", programs: [],
      claims: [
        claim("C09", .article(.c)),
        claim("D01", .documentation(page: "p")),
        claim("C03", .article(.c, passage: .init("三", "three", at: 41))),
      ]),
  ]
  private let statements = Statements(Self.lessons)

  @Test("stand where the article has them, whatever lesson decides them")
  func order() {
    #expect(statements.of(.c).map(\.claim.id) == ["C01", "C03", "C02", "C09"])
    #expect(statements.of(.c).map(\.lesson.number) == [1, 2, 1, 2])
    #expect(statements.of(.b).map(\.claim.id) == ["B01"])
    #expect(statements.of(.a).isEmpty)
  }

  @Test("leave out statements that are in no article")
  func others() {
    #expect(statements.documented.map(\.claim.id) == ["D01"])
    #expect(statements.own.map(\.claim.id) == ["C01b"])
    #expect(statements.entries.count == 7)
  }

  @Test("name the consequences of the same number that the kit adds")
  func consequences() {
    let claims = statements.of(.c).map(\.claim)
    #expect(
      claims.map { statements.consequences(of: $0).map(\.claim.id) } == [["C01b"], [], [], []])
  }

  private static func claim(_ id: String, _ origin: Origin, _ statement: String = "s") -> Claim {
    Claim(
      id, statement, origin: origin, expected: .everywhere(.confirmed, because: "b"))
  }
}
