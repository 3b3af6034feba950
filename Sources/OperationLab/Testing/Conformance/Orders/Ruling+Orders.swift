import OperationLab

extension Ruling {
  /// The order of steps that decides a ruling.
  package struct Ordering: Sendable {
    /// A description of the scene, in a short sentence.
    package let summary: String
    /// The value of `--order` that repeats it.
    package let order: Order
    /// The steps of the run.
    package let run: Run
  }
}

extension ConformanceReport {
  /// The report with the result of exploring for the rule `survives-races`.
  ///
  /// A fault in every order does not depend on the order, so other rules name it.
  package func adding(_ findings: [SceneFinding]) -> ConformanceReport {
    let rule = Rule.survivesRaces
    let known = results.first { $0.rule.id == rule.id }?.ruling
    if let finding = findings.first(where: { $0.fault != nil && $0.faulty < $0.orders }),
      let fault = finding.fault
    {
      return replacing(.broken(finding, fault), on: rule)
    }
    guard var ruling = known else { return self }
    if let fault = findings.lazy.compactMap(\.fault).first {
      if ruling.verdict == .holds {
        ruling = .leaving(
          "it goes wrong in every order; mend what the other rules name first", fault: fault.reason,
          ruling.evidence)
      }
    } else if ruling.verdict == .holds {
      ruling.reason = .seen(
        ([ruling.why] + findings.map(\.line)).joined(separator: "; "))
    }
    return replacing(ruling, on: rule)
  }

  /// The result of one order, which was run in the scenes that it fits.
  package init(subject: String, replaying order: Order, _ findings: [SceneFinding]) {
    let empty = ConformanceReport(subject: subject, results: [])
    let found = findings.lazy.compactMap { finding in finding.fault.map { (finding, $0) } }.first
    let ruling =
      found.map { Ruling.broken($0.0, $0.1) }
      ?? Ruling(.holds, "in the order \(order) it comes to its end, once", [])
    self = empty.replacing(ruling, on: .survivesRaces)
  }
}

extension Ruling {
  fileprivate static func broken(_ finding: SceneFinding, _ fault: SceneFinding.Fault) -> Ruling {
    let events = fault.run.trace.events.map { Evidence(program: finding.scene, event: $0) }
    var ruling = Ruling(
      .broken,
      .orders(
        manner: finding.manner, faulty: finding.faulty, of: finding.orders, shortest: fault.order,
        fault.reason), events)
    ruling.ordering = Ordering(summary: finding.summary, order: fault.order, run: fault.run)
    return ruling
  }
}
