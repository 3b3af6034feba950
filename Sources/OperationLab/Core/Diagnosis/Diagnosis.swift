/// Why each operation of a run is not running, worked out from the trace and the last snapshot.
///
/// ```swift
/// let diagnosis = Diagnosis(trace: run.trace, snapshot: run.snapshot)
/// print(diagnosis.summary(width: 80))
/// print(diagnosis.graph(width: 60))
/// ```
///
/// A pure function: the same run always gets the same diagnosis. Its effort grows with the number
/// of operations, dependencies and events, not with their square.
public struct Diagnosis: Hashable, Sendable {
  /// One for every operation that is neither finished nor on its way, names in natural order (op2
  /// before op10), the program itself first. Empty when nothing is stuck.
  public let findings: [Finding]

  /// Examines how a run ended.
  ///
  /// - Parameters:
  ///   - trace: of the run, whole.
  ///   - snapshot: `nil` when the process did not live to take one; then only the last events can
  ///     be told.
  public init(trace: Trace, snapshot: Trace.Snapshot?) {
    let found: [Finding]
    if let snapshot {
      found = Examination(Facts(trace: trace, snapshot: snapshot)).findings()
    } else {
      found = LastWords(trace).findings()
    }
    let byName = found.sortedNaturally(by: \.subject)
    let sorted =
      byName.filter { $0.subject == Finding.program }
      + byName.filter { $0.subject != Finding.program }
    let wording = Wording(sorted)
    findings = sorted.map { finding in
      var finding = finding
      finding.sentence = wording.sentence(of: finding)
      return finding
    }
  }

  /// Whether everything is finished, or nothing was ever begun.
  public var isEmpty: Bool { findings.isEmpty }

  /// What was found out about one operation.
  public subscript(_ subject: String) -> Finding? {
    findings.first { $0.subject == subject }
  }
}

// In JSON a diagnosis is just its findings.
extension Diagnosis: Codable {
  /// Reads an array of findings.
  public init(from decoder: any Decoder) throws {
    findings = try decoder.singleValueContainer().decode([Finding].self)
  }

  /// Writes an array of findings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(findings)
  }
}

extension Run {
  /// Why whatever is not running in the end is not running.
  public var diagnosis: Diagnosis { Diagnosis(trace: trace, snapshot: snapshot) }
}
