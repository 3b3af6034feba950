import OperationTesting
import Testing

/// The expected result for one subject: a row of the table.
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
  /// The rule that names the defect, and words that its reason must contain.
  let named: (rule: String, words: String)?

  /// Undecided if the subject also fails without a race, or broken if it is the only rule that was
  /// checked. It never holds.
  private static let races = "survives-races"

  /// The rules on which a report differs from the row.
  func differences(from report: Conformance.Report) -> [String] {
    report.results.compactMap { result in
      let (id, verdict) = (result.rule.id, result.verdict)
      let isWronglyKept = verdict == .holds && (breaks + undecided).contains(id)
      let isOther = self.verdict(on: id).map { $0 != verdict } ?? false
      return isOther || isWronglyKept ? "\(id) \(verdict)" : nil
    }.sorted()
  }

  /// The unexpected and the missing remarks of a report. Whether an operation finishes on
  /// `cancel()` while its work continues depends on its design.
  func differentRemarks(in report: Conformance.Report) -> [String] {
    let found = Set(report.remarks.map(\.rule.id)).subtracting(["cancel-while-running"])
    let tried = Set(report.results.map(\.rule.id))
    return found.symmetricDifference(Set(remarks).intersection(tried)).subtracting(mayVary).sorted()
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

  /// A broken subject that only `lab check` on its own file finds each time. The catalogue's subjects
  /// share a module, in which `isCancelled` is no point.
  init(alone name: String, mayVary: [String]) {
    self.name = name
    (breaks, self.mayVary, undecided, remarks, named) = ([], mayVary, [], [], nil)
  }

  /// A sound subject: every rule holds.
  init(sound name: String) {
    self.name = name
    (breaks, mayVary, undecided, remarks, named) = ([], [], [], [], nil)
  }

  /// Whether it breaks nothing.
  var isSound: Bool { breaks.isEmpty && mayVary.isEmpty && remarks.isEmpty }

  /// The verdict on a rule, or `nil` if it may vary.
  func verdict(on rule: String) -> Ruling.Verdict? {
    if mayVary.contains(rule) || rule == Self.races && undecided.contains(rule) { return nil }
    return breaks.contains(rule) ? .broken : undecided.contains(rule) ? .undecided : .holds
  }
}

extension CatalogueRow: CustomTestStringConvertible {
  var testDescription: String { name }
}
