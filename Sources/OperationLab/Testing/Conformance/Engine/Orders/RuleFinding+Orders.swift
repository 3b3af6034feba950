import OperationBench

extension RuleFinding {
  /// What the orders that were run show.
  static func onOrders(_ findings: [OrdersFinding]) -> RuleFinding {
    let found = findings.compactMap { finding in finding.fault.map { (finding, $0) } }
    if let (finding, fault) = found.first(where: \.1.isCalm)
      ?? found.first(where: { !$0.1.isRedundant })
    {
      return RuleFinding(finding, fault)
    }
    let lines = findings.map(\.line).joined(separator: "; ")
    guard !findings.contains(where: \.isCutShort) else {
      return .undecided(.seen(lines + ". Then the time was up, too early to decide. " + retry))
    }
    if let (finding, fault) = found.first { return RuleFinding(finding, fault) }
    // Some operations can be held in no order.
    guard findings.contains(where: { $0.orders > 0 }) else { return .undecided(.seen(lines)) }
    return findings.allSatisfy(\.locksArePoints)
      ? .holds(.seen(lines), [])
      : .undecided(.seen(lines + ". `lab check FILE` tries these orders, too"))
  }

  /// The finding of a scene in which an order goes wrong.
  private init(_ finding: OrdersFinding, _ fault: OrdersFinding.Fault) {
    let reason = Reason.orders(
      manner: finding.life.manner, faulty: finding.faulty, of: finding.orders,
      shortest: fault.order,
      fault.reason)
    let (answer, way): (Answer, Way?) =
      if fault.isCalm {
        (.leaves(reason), fault.way)
      } else if fault.isRedundant {
        (.holds(remark: reason), Rule.postsAgain)
      } else {
        (.broken, nil)
      }
    self.init(
      answer, fault.isCalm ? Self.withoutRace : reason,
      fault.run.trace.events.map { Evidence(program: finding.life.name, event: $0) }, way: way,
      ordering: Ruling.Ordering(summary: finding.life.summary, order: fault.order, run: fault.run))
  }

  private static let retry = "Check again, or with `lab check FILE --explore --time 300`"

  /// Why orders say nothing about a class.
  private static let withoutRace: Reason =
    "it goes wrong without any race. Mend what the other rules name first"
}

extension Conformance.Report {
  /// The result of one order, which was run in the scenes that it fits.
  package init(subject: String, replaying order: Order, _ findings: [OrdersFinding]) {
    let found = findings.first { $0.fault != nil }
    let finding =
      found.map { RuleFinding.onOrders([$0]) }
      ?? .holds("in the order \(order) it finishes, once", [])
    self.init(subject: subject, [(.survivesRaces, Sighting(finding: finding))])
  }
}

extension Ruling.Ordering {
  /// One line for each step, such as `T1 reads isCancelled: false`.
  ///
  /// A thread that continues with an answer gets a line only if another thread ran in between.
  package var steps: [String] {
    var lines: [String] = []
    var last: String?
    for event in run.trace.events where event.kind != .settled {
      let isObvious = event.mark.map(PausePoints.goesOn) == true && event.thread == last
      last = event.thread
      if isObvious || event.subject == RaceFault.success { continue }
      lines.append("\(event.thread) \(event.step)")
    }
    return lines
  }
}

extension Event {
  /// What a thread does in this step.
  fileprivate var step: String {
    switch kind {
    case .started: "calls start()"
    case .enqueued: "puts it into a queue"
    case .cancelled: "calls cancel()"
    case .began: "begins the work"
    case .ended: "ends the work"
    case .observed: "looks at it in the end: \(note)"
    default: phrase.english
    }
  }
}
