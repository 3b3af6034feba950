import Foundation
import OperationBench
import Testing
@testable import OperationTesting

/// What the battery must say of a subject, as the comment above the subject tells.
///
/// ```
/// /// make: `CompletesTwice(work: probe.begin)`
/// /// breaks: cancel-after-finish "once more: completion block"
/// /// undecided: survives-races
/// ```
///
/// `breaks` has the rules that it breaks every time, `varies` those that it breaks in some runs and
/// keeps in others, or that are undecided in some, `undecided` those that cannot be decided, because
/// of what it breaks, and `remarks` those that it keeps, with a remark. The rule that names the defect
/// is followed by words that its reason must contain. A sound subject has none of these lines.
/// `tried` has rules, or `all`, that every run of the tests checks on it, besides those that it chooses.
struct CatalogueRow: Sendable {
  let name: String
  let breaks: [String]
  let varies: [String]
  let undecided: [String]
  let remarks: [String]
  let tried: [String]
  /// The rule that names the defect, and words of its reason.
  let named: (rule: String, words: String)?
  let file: String

  /// Undecided if the subject also fails without a race, or broken if it is the only rule that was
  /// checked. It never holds.
  private static let races = "survives-races"

  init(_ entry: SubjectFolder.Entry) {
    (name, file) = (entry.name, entry.file)
    var lists: [String: String] = [:]
    var last = ""
    let lines = entry.body.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("/// ") }
    for line in lines {
      let line = line.dropFirst(4)
      if let field = line.wholeMatch(of: /([a-z]+): (.*)/) {
        last = String(field.output.1)
        lists[last] = String(field.output.2)
      } else {
        lists[last, default: ""] += " \(line.trimmed)"
      }
    }
    func rules(_ key: String) -> [String] {
      (lists[key] ?? "").replacing(#/ "[^"]*"/#, with: "").split(separator: ",").map(\.trimmed)
    }
    (breaks, varies) = (rules("breaks"), rules("varies"))
    (undecided, remarks) = (rules("undecided"), rules("remarks"))
    tried = rules("tried") == ["all"] ? Battery.rules.map(\.id) : rules("tried")
    named = lists.values.lazy.compactMap { $0.firstMatch(of: /([a-z-]+) "([^"]*)"/) }.first
      .map { (String($0.output.1), String($0.output.2)) }
  }

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
    return found.symmetricDifference(Set(remarks).intersection(tried)).subtracting(varies).sorted()
  }

  /// Whether it breaks nothing.
  var isSound: Bool { breaks.isEmpty && varies.isEmpty && remarks.isEmpty }

  /// The verdict on a rule, or `nil` if it may vary.
  private func verdict(on rule: String) -> Ruling.Verdict? {
    if varies.contains(rule) || rule == Self.races && undecided.contains(rule) { return nil }
    return breaks.contains(rule) ? .broken : undecided.contains(rule) ? .undecided : .holds
  }
}

extension CatalogueRow: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
