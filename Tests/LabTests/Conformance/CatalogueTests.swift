import OperationLab
import Testing

/// The battery is itself tested: it must find in each broken subject what is wrong, and nothing in
/// a sound one.
@Suite("The catalogue of subjects")
struct CatalogueTests {
  /// Every third row, beginning with that one.
  private static func share(_ number: Int) -> [CatalogueRow] {
    stride(from: number, to: Catalogue.rows.count, by: 3).map { Catalogue.rows[$0] }
  }

  // Three at a time: a subject that hangs leaves a core idle.
  @Test("gets the verdicts of its table, the first share", .serialized, arguments: share(0))
  func firstVerdicts(_ row: CatalogueRow) async throws { try await verdicts(row) }

  @Test("gets the verdicts of its table, the second share", .serialized, arguments: share(1))
  func secondVerdicts(_ row: CatalogueRow) async throws { try await verdicts(row) }

  @Test("gets the verdicts of its table, the third share", .serialized, arguments: share(2))
  func thirdVerdicts(_ row: CatalogueRow) async throws { try await verdicts(row) }

  private func verdicts(_ row: CatalogueRow) async throws {
    // Threads need meet for longer only where that is what goes wrong.
    let isRacy = row.breaks.contains("survives-races")
    let folder = try SubjectFolder.shared.get()
    let raceLength = Duration.milliseconds(isRacy ? 3000 : 50)
    var report = try await folder.check(row.name, raceLength: raceLength)
    let expected = Battery.rules.map { rule in
      row.verdict(on: rule.id).map { "\(rule.id) \($0)" } ?? "\(rule.id) may vary"
    }
    // What a broken one does besides may depend on who is faster: it gets a second chance. A sound
    // one gets none.
    if !row.isSound, seen(report, row) != expected {
      report = try await folder.check(row.name, raceLength: raceLength)
    }
    let seen = seen(report, row)
    #expect(seen == expected, "\(report)")
    let wronglyKept = report.results.filter { row.isWronglyKept($0.rule.id, $0.ruling.verdict) }
    #expect(wronglyKept.map(\.rule.id) == [], "\(report)")
    guard let named = row.named else { return }
    let why = report.results.first { $0.rule.id == named.rule }?.ruling.why ?? "-"
    #expect(why.contains(named.words), "\(named.rule) says: \(why)")
  }

  private func seen(_ report: ConformanceReport, _ row: CatalogueRow) -> [String] {
    report.results.map { result in
      row.verdict(on: result.rule.id) == nil
        ? "\(result.rule.id) may vary" : "\(result.rule.id) \(result.ruling.verdict)"
    }
  }

  @Test("has two subjects or more that break each rule", arguments: Battery.rules.map(\.id))
  func coverage(_ rule: String) {
    let breaking = Catalogue.rows.filter { $0.breaks.contains(rule) }
    #expect(breaking.count >= 2, "\(Catalogue.table)")
  }

  @Test("has six sound designs or more, besides the kit's own")
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

  @Test("names in its table only rules that there are")
  func knownRules() {
    for row in Catalogue.rows {
      let ids = row.breaks + row.mayVary + row.undecided + (row.named.map { [$0.rule] } ?? [])
      #expect(ids.allSatisfy { Battery.rule($0) != nil }, "\(row.name)")
      #expect(
        Set(row.breaks + row.mayVary + row.undecided).count == ids.count
          - (row.named == nil ? 0 : 1))
    }
  }
}
