import Foundation
import OperationCourse
import OperationTesting
import Testing

/// The JSON has the same keys for every origin.
@Suite("The origin of a claim, in JSON,", .repeatable)
struct OriginJSONTests {
  @Test("has the article's letter and its words")
  func article() throws {
    let claim = try claim(.article(.c, passage: .init("並行", "concurrency")))
    #expect(claim["source"] as? String == "C")
    #expect(
      try origin(claim) == ["kind": "article", "article": "C", "passage": "並行", "page": nil])
  }

  @Test("has the page of the documentation that says the same as the article")
  func articleAndDocumentation() throws {
    let claim = try claim(.article(.c, passage: .init("並行", "concurrency", alsoOn: "p")))
    #expect(try origin(claim) == ["kind": "article", "article": "C", "passage": "並行", "page": "p"])
  }

  @Test("has no words where none are quoted")
  func unquoted() throws {
    #expect(
      try origin(claim(.article(.a)))
        == ["kind": "article", "article": "A", "passage": nil, "page": nil])
  }

  @Test("has the page of the documentation, and null for the article")
  func documentation() throws {
    let claim = try claim(.documentation(page: "https://example.org/operation"))
    #expect(claim["source"] is NSNull)
    #expect(
      try origin(claim) == [
        "kind": "documentation", "article": nil, "passage": nil,
        "page": "https://example.org/operation",
      ])
  }

  @Test("has null for everything where the kit says it")
  func kit() throws {
    let claim = try claim(.kit)
    #expect(claim["source"] is NSNull)
    #expect(try origin(claim) == ["kind": "kit", "article": nil, "passage": nil, "page": nil])
  }

  @Test(
    "stands beside what the expectations rest on",
    arguments: [
      OperationTesting.Expectation.Basis.documented(page: "p"), .reported("l"), .unmeasured,
      .measured,
    ])
  func bases(_ basis: OperationTesting.Expectation.Basis) throws {
    let bases = try claim(.kit, basis)["bases"] as? [String: String]
    #expect(bases == ["linux": "measured", "darwin": basis.name])
  }

  @Test("comes back whole", arguments: [Origin.article(.d), .documentation(page: "p"), .kit])
  func comesBack(_ origin: Origin) throws {
    let data = try JSONEncoder().encode(report(origin).claimsJSON)
    let claims = try JSONDecoder().decode([LessonReport.ClaimJSON].self, from: data)
    #expect(claims.map(\.source) == [origin.article])
    #expect(claims.map(\.origin.article) == [origin.article])
    #expect(try JSONEncoder().encode(claims).count == data.count)
  }

  /// The keys of a claim's origin. `nil` stands for a key whose value is `null`.
  private func origin(_ claim: [String: Any]) throws -> [String: String?] {
    let origin = try #require(claim["origin"] as? [String: Any])
    return origin.mapValues { $0 is NSNull ? nil : "\($0)" }
  }

  private func claim(
    _ origin: Origin, _ basis: OperationTesting.Expectation.Basis = .unmeasured
  ) throws -> [String: Any] {
    let data = try JSONEncoder().encode(report(origin, basis).claimsJSON)
    let claims = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    return try #require(claims?.first)
  }

  private func report(
    _ origin: Origin, _ basis: OperationTesting.Expectation.Basis = .unmeasured
  ) -> LessonReport {
    let claim = Claim(
      "K01", "so it is", origin: origin,
      expected: .everywhere(.confirmed, basis: basis, because: "b"))
    return LessonReport(
      lesson: Lesson(97, "s", title: "t", question: "q", programs: [], claims: [claim]), runs: [])
  }
}
