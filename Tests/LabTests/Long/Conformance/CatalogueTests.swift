import Foundation
import OperationTesting
import Testing

/// Tests of the battery: it must find the defect of each broken subject, and none in a sound one.
@Suite("The catalogue of subjects", .repeatable, .elsewhere)
struct CatalogueTests {
  /// The first sound subject of each file is enough here. `Scripts/soak checks` runs all of them,
  /// many times.
  private static let rows: [CatalogueRow] = {
    let entries = (try? SubjectFolder.shared.get().entries) ?? []
    let firsts = Dictionary(
      entries.map { ($0.file, $0.name) }, uniquingKeysWith: { first, _ in first })
    return Catalogue.rows.filter { !$0.isSound || firsts.values.contains($0.name) }
  }()

  @Test("gets the verdicts of its table", arguments: rows)
  func everyRow(_ row: CatalogueRow) throws {
    let report = try Self.report(on: row)
    let reasons = report.results.filter { $0.ruling.verdict != .holds }
      .map { "\($0.rule.id): \($0.ruling.why)" }
    #expect(row.differences(from: report) == [], "\(reasons)")
    #expect(row.differentRemarks(in: report) == [])
    for result in report.failures {
      let ways = Set(result.rule.ways + Way.general)
      #expect(ways.contains(result.way), "\(result.rule.id): \(result.way)")
    }
    guard let named = row.named else { return }
    let result = report.results.first { $0.rule.id == named.rule }
    let why = result.map { $0.remark ?? $0.why } ?? "-"
    #expect(why.contains(named.words), "\(named.rule) says: \(why)")
  }

  private static func report(on row: CatalogueRow) throws -> Conformance.Report {
    let folder = try SubjectFolder.shared.get()
    let rules = Battery.rules.filter { rule in
      row.isSound || Catalogue.tried[row.name]?.contains(rule.id) == true
    }
    // A broken subject may also depend on which thread is faster. A sound one that is called broken
    // gets no second chance.
    return try decided(unless: { report in
      let differences = row.differences(from: report) + row.differentRemarks(in: report)
      return !differences.isEmpty && !(row.isSound && !report.failures.isEmpty)
    }) { try folder.check(row.name, rules) }
  }

  @Test(
    "has two or more subjects that break each rule, each time or by chance",
    arguments: Battery.rules.map(\.id))
  func coverage(_ rule: String) {
    let breaking = Catalogue.rows.filter { ($0.breaks + $0.mayVary + $0.remarks).contains(rule) }
    #expect(breaking.count >= 2, "\(Catalogue.table)")
  }

  @Test("has six or more sound designs, besides the kit's own")
  func soundDesigns() throws {
    let designs = try SubjectFolder.shared.get().entries
      .filter { !$0.isBroken && $0.file != "SoundKit.swift" }
    #expect(designs.count >= 6, "\(Catalogue.table)")
    #expect(Set(designs.map(\.file)).count >= 6)
  }

  @Test("has a row for each subject, and a subject for each row")
  func complete() throws {
    let entries = try SubjectFolder.shared.get().entries
    #expect(entries.map(\.name).sorted() == Catalogue.rows.map(\.name).sorted())
    for entry in entries {
      let row = try #require(Catalogue.rows.first { $0.name == entry.name })
      #expect(row.isSound == !entry.isBroken, "\(entry.name)")
      #expect(entry.file.hasPrefix(entry.isBroken ? "Broken" : "Sound"), "\(entry.name)")
      #expect(entry.body.contains("// BROKEN: ") == entry.isBroken, "\(entry.name)")
    }
  }

  @Test("names only existing rules in its table")
  func knownRules() {
    for row in Catalogue.rows {
      let ids =
        row.breaks + row.mayVary + row.undecided + row.remarks + (row.named.map { [$0.rule] } ?? [])
      #expect(ids.allSatisfy { Battery.rule($0) != nil }, "\(row.name)")
      #expect(
        Set(row.breaks + row.mayVary + row.undecided + row.remarks).count == ids.count
          - (row.named == nil ? 0 : 1))
    }
  }
}
