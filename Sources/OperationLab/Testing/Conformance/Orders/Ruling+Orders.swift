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

extension Ruling {
  /// Why orders say nothing about a class.
  private static let withoutRace: Reason =
    "it goes wrong without any race. Mend what the other rules name first"

  /// The ruling of the orders that were run.
  static func onOrders(_ findings: [SceneFinding]) -> Ruling {
    let found = findings.compactMap { finding in finding.fault.map { (finding, $0) } }
    if let (finding, fault) = found.first(where: \.1.isCalm) {
      let seen = Ruling.broken(finding, fault)
      var ruling = Ruling.leaving(
        Self.withoutRace, fault: seen.reason, seen.evidence, way: fault.way)
      ruling.ordering = seen.ordering
      return ruling
    }
    if let (finding, fault) = found.first(where: { !$0.1.isRedundant }) {
      return .broken(finding, fault)
    }
    if let (finding, fault) = found.first { return .broken(finding, fault).asRemark }
    let lines = findings.map(\.line).joined(separator: "; ")
    // Some operations can be held in no order.
    guard findings.contains(where: { $0.orders > 0 }) else {
      return Ruling(.undecided, .seen(lines), [])
    }
    return findings.allSatisfy(\.locksArePoints)
      ? Ruling(.holds, .seen(lines), [])
      : Ruling(.undecided, .seen(lines + ". `lab check FILE` tries these orders, too"), [])
  }
}

extension Conformance.Report {
  /// The result of one order, which was run in the scenes that it fits.
  package init(subject: String, replaying order: Order, _ findings: [SceneFinding]) {
    let found = findings.lazy.compactMap { finding in finding.fault.map { (finding, $0) } }.first
    let ruling =
      found.map { $0.1.isRedundant ? Ruling.broken($0.0, $0.1).asRemark : .broken($0.0, $0.1) }
      ?? Ruling(.holds, "in the order \(order) it finishes, once", [])
    let round = Round(runs: [], ruling: ruling)
    self.init(subject: subject, results: [Result(.survivesRaces, [round])])
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
    if fault.isRedundant { ruling.way = Rule.postsAgain }
    return ruling
  }
}
