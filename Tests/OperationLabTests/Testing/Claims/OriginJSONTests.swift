import Foundation
import OperationCourse
import OperationBench
import Testing

/// The JSON has the same keys for every origin, and `null` for what it lacks.
@Suite("The origin of a claim, in JSON,", .repeatable)
struct OriginJSONTests {
  private static let origins: [Origin] = [
    .article(.c, passage: .init("並行", "concurrency")),
    .article(.c, passage: .init("並行", "concurrency", alsoOn: "p")), .article(.a),
    .documentation(page: "https://example.org/operation"), .kit,
  ]

  @Test("has the article and its words, or the page, beside what the expectations rest on")
  func whole() throws {
    let bases: [OperationBench.Expectation.Basis] = [
      .documented(page: "p"), .reported("l"), .unmeasured, .measured,
    ]
    let claims =
      Self.origins.map { claim($0, .unmeasured) } + bases.map { claim(.kit, $0) }
    try Golden.expect("course/claims.json", isJSONOf: report(claims).claimsJSON)
  }

  @Test("comes back whole", arguments: origins)
  func comesBack(_ origin: Origin) throws {
    let data = try JSONEncoder().encode(report([claim(origin, .unmeasured)]).claimsJSON)
    let claims = try JSONDecoder().decode([LessonReport.ClaimJSON].self, from: data)
    #expect(claims.map(\.source) == [origin.article])
    #expect(claims.map(\.origin.article) == [origin.article])
    #expect(try JSONEncoder().encode(claims).count == data.count)
  }

  private func claim(_ origin: Origin, _ basis: OperationBench.Expectation.Basis) -> Claim {
    Claim(
      "K01", "so it is", origin: origin,
      expected: .everywhere(.confirmed, basis: basis, because: "b"))
  }

  private func report(_ claims: [Claim]) -> LessonReport {
    let lesson = Lesson(97, "s", title: "t", question: "q", programs: [], claims: claims)
    return LessonReport(lesson: lesson, runs: [], platform: .linux)
  }
}
