import OperationLab

extension Conformance.Report {
  /// The runs of a rule's trials, one for each, and their ruling.
  struct Round: Sendable {
    var runs: [Run]
    var ruling: Ruling
  }

  /// All that decides on a rule.
  struct Seen: Sendable {
    /// Not empty.
    var rounds: [Round]
    /// What came of the scenes that were run in chosen orders.
    var findings: [SceneFinding] = []
    /// Where the threads were in a repetition of the trial that decides.
    var stackReport: StackReport?
    /// Where the process ended if Foundation trapped without a call of the class.
    var crashOfFoundation: StackReport?

    /// The round that decides. A rule is broken if one round shows it, and holds if all do.
    var round: Round {
      let verdict: Ruling.Verdict? = [.broken, .undecided].first { verdict in
        rounds.contains { $0.ruling.verdict == verdict }
      }
      return rounds.first { $0.ruling.verdict == verdict } ?? rounds[0]
    }
  }
}

extension Ruling {
  /// Decides on a rule. The judge of the rule and the endings of its trials have decided each round,
  /// in ``Conformance/Rule/ruling(onEndingsToo:of:pace:notDecided:)``. Nothing changes a ruling after
  /// this.
  ///
  /// - Parameter isNamed: whether a broken rule may name a failure that this one leaves to others. If
  ///   none does, the failure breaks this rule.
  init(_ seen: Conformance.Report.Seen, isNamed: Bool) {
    self = seen.findings.isEmpty ? seen.round.ruling : .onOrders(seen.findings)
    if !isNamed, leavesFault, let fault {
      (verdict, reason, doubtful) = (.broken, fault, [])
      way = way ?? fault.way
    }
    if let stackReport = seen.stackReport { stand(in: stackReport) }
    if let crash = seen.crashOfFoundation, let death = anyDeath {
      let stacks = stacks
      self = Ruling(.undecided, .foundation(death, known: crash.known?.words), evidence)
      self.stacks = stacks
    }
  }
}
