import Foundation
import OperationBench
import Testing
@testable import OperationTesting

/// Tests of the battery: it must find the defect of each broken subject, and none in a sound one.
@Suite("The catalogue of subjects", .longPlan, .repeatable, .elsewhere)
struct CatalogueTests {
  private static let rows = ((try? SubjectFolder.shared.get().entries) ?? []).map(CatalogueRow.init)

  /// The rules that every test run checks for each subject: all of them for the first sound subject of
  /// each file, and those that a comment asks for. They include the rule that names its defect.
  /// Further rules are added until each rule is tried on two subjects that break it.
  /// `Scripts/soak checks` checks all rules on all sound ones, many times.
  private static let tried: [String: Set<String>] = {
    let first = Dictionary(rows.map { ($0.file, $0.name) }, uniquingKeysWith: { one, _ in one })
    var tried: [String: Set<String>] = [:]
    for row in rows {
      let all = row.isSound && first[row.file] == row.name ? Battery.rules.map(\.id) : []
      tried[row.name] = Set(all + row.tried + (row.named.map { [$0.rule] } ?? []))
    }
    for rule in Battery.rules.map(\.id) {
      let breaking = rows.filter { $0.breaks.contains(rule) }.map(\.name)
      let known = breaking.count { tried[$0]?.contains(rule) == true }
      for name in breaking.filter({ tried[$0]?.contains(rule) == false }).prefix(max(0, 2 - known))
      {
        tried[name]?.insert(rule)
      }
    }
    return tried
  }()

  @Test("gets the verdicts of its comment", arguments: rows.filter { tried[$0.name] != [] })
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
    let rules = Battery.rules.filter { tried[row.name]?.contains($0.id) == true }
    return try decided(unless: { report in
      report.undecided.contains { !(row.undecided + row.varies).contains($0.rule.id) }
    }) { try folder.check(row.name, rules) }
  }

  @Test(
    "has two or more subjects that break each rule, each time or by chance",
    arguments: Battery.rules.map(\.id))
  func coverage(_ rule: String) {
    let breaking = Self.rows.filter { ($0.breaks + $0.varies + $0.remarks).contains(rule) }
    #expect(breaking.count >= 2, "\(breaking.map(\.name))")
  }

  @Test("has six or more sound designs, besides the kit's own")
  func soundDesigns() {
    let files = Self.rows.filter { $0.isSound && $0.file != "SoundKit.swift" }.map(\.file)
    #expect(Set(files).count >= 6, "\(files)")
  }

  @Test("says in each comment whether the subject is broken, and names only rules that exist")
  func complete() throws {
    for entry in try SubjectFolder.shared.get().entries {
      let row = CatalogueRow(entry)
      #expect(row.isSound == !entry.isBroken, "\(entry.name)")
      #expect(entry.file.hasPrefix(entry.isBroken ? "Broken" : "Sound"), "\(entry.name)")
      #expect(entry.body.contains("// BROKEN: ") == entry.isBroken, "\(entry.name)")
      let ids = row.breaks + row.varies + row.undecided + row.remarks
      #expect(Set(ids).count == ids.count, "\(row.name)")
      #expect((ids + row.tried).allSatisfy { Battery.rule($0) != nil }, "\(row.name)")
      #expect(row.named.map { ids.contains($0.rule) } ?? row.breaks.isEmpty, "\(row.name)")
    }
  }
}
