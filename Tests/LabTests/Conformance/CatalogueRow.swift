import OperationTesting
import Testing

/// What the battery must say of one subject: a row of the table.
struct CatalogueRow: Sendable {
  let name: String
  /// The rules that it breaks, every time.
  let breaks: [String]
  /// The rules that it breaks in some runs and keeps in others, or that are undecided in some.
  let mayVary: [String]
  /// The rules that cannot be decided, because of what it breaks.
  let undecided: [String]
  /// The rules that it keeps, with a remark.
  let remarks: [String]
  /// The rule that names the defect, and words that must be in what it says.
  let named: (rule: String, words: String)?

  /// Undecided where it goes wrong without a race, too; which on a busy machine may come too late to
  /// be seen, so that the rule is broken then. It never holds.
  private static let races = "survives-races"

  /// What a report says otherwise than the row.
  func differences(from report: ConformanceReport) -> [String] {
    differences(
      from: Dictionary(uniqueKeysWithValues: report.results.map { ($0.rule.id, $0.verdict) }))
  }

  /// The remarks of a report that should not be there, or the other way round. Whether one ends on
  /// `cancel()` while its work goes on is a matter of its design.
  func differentRemarks(in report: ConformanceReport) -> [String] {
    let found = Set(report.remarks.map(\.rule.id)).subtracting(["cancel-while-running"])
    let tried = Set(report.results.map(\.rule.id))
    return found.symmetricDifference(Set(remarks).intersection(tried)).subtracting(mayVary).sorted()
  }

  /// What the verdicts of a report from another process, by rule, say otherwise than the row.
  func differences(from verdicts: [String: Conformance.Verdict]) -> [String] {
    verdicts.sorted { $0.key < $1.key }.compactMap { id, verdict in
      let isWronglyKept = verdict == .holds && (breaks + undecided).contains(id)
      let isOther = self.verdict(on: id).map { $0 != verdict } ?? false
      return isOther || isWronglyKept ? "\(id) \(verdict)" : nil
    }
  }

  /// A broken subject.
  init(
    _ name: String, _ words: String, by rule: String, breaks: [String], mayVary: [String] = [],
    undecided: [String] = [], remarks: [String] = []
  ) {
    self.remarks = remarks
    self.name = name
    self.breaks = breaks
    self.mayVary = mayVary
    self.undecided = undecided
    named = (rule, words)
  }

  /// A sound subject: every rule holds.
  init(sound name: String) {
    self.name = name
    (breaks, mayVary, undecided, remarks, named) = ([], [], [], [], nil)
  }

  /// A broken subject whose threads must meet within some instructions: repeated races find it by
  /// chance only, and `--explore` each time.
  init(explored name: String, mayVary: [String]) {
    self.name = name
    (breaks, self.mayVary, undecided, remarks, named) = ([], mayVary, [], [], nil)
  }

  /// Whether it breaks nothing.
  var isSound: Bool { breaks.isEmpty && mayVary.isEmpty && remarks.isEmpty }

  /// The verdict on a rule; `nil` where it may vary.
  func verdict(on rule: String) -> Ruling.Verdict? {
    if mayVary.contains(rule) || rule == Self.races && undecided.contains(rule) { return nil }
    return breaks.contains(rule) ? .broken : undecided.contains(rule) ? .undecided : .holds
  }
}

extension CatalogueRow: CustomTestStringConvertible {
  var testDescription: String { name }
}
