import OperationLab

extension Trace {
  /// Something that is so in a run or not: what a claim presupposes, and what it expects.
  ///
  /// A condition is decided by events alone. Where an event that would decide is missing, it is
  /// undecided, never true.
  package struct Condition: Sendable {
    /// What is asked, in words.
    let words: String
    private let check: @Sendable (Run) throws -> Outcome

    /// What a run says of a condition.
    package struct Outcome: Sendable {
      /// Whether it is so.
      let holds: Bool
      /// What was seen, in a short sentence.
      let seen: String
      /// The events that decide.
      let evidence: [Evidence]

      package init(_ holds: Bool, _ seen: String, _ evidence: [Evidence]) {
        self.holds = holds
        self.seen = seen
        self.evidence = evidence
      }
    }

    /// A condition with a check of its own: a pure function of the run.
    ///
    /// - Parameters:
    ///   - words: what must be so.
    ///   - check: throws ``MissingEvidence`` when an event that would decide is not there.
    package init(_ words: String, check: @escaping @Sendable (Run) throws -> Outcome) {
      self.words = words
      self.check = check
    }

    /// - Throws: ``MissingEvidence`` when the run does not decide it.
    package func outcome(in run: Run) throws -> Outcome { try check(run) }
  }
}

/// The runs of one program, what a claim presupposes of it, and what it expects.
package struct Scenario: Sendable {
  let program: String
  let premises: [Trace.Condition]
  let expectations: [Trace.Condition]

  /// - Parameters:
  ///   - program: its name.
  ///   - premises: what must be so for the run to say anything about the claim.
  ///   - expectations: what is so if the claim is right.
  package init(
    _ program: String, given premises: [Trace.Condition], expect expectations: [Trace.Condition]
  ) {
    self.program = program
    self.premises = premises
    self.expectations = expectations
  }
}

extension [Scenario] {
  /// Confirmed if all expectations hold, refuted if one does not; each scenario's premises must be
  /// so.
  ///
  /// - Throws: ``MissingEvidence`` when a premise is not so or an event that would decide is missing.
  func judgement(on runs: Runs) throws -> Judgement {
    var held: [Trace.Condition.Outcome] = []
    var failed: [Trace.Condition.Outcome] = []
    for scenario in self {
      let run = try runs[scenario.program]
      for premise in scenario.premises {
        let outcome = try premise.outcome(in: run)
        try run.require(outcome.holds, premise.words)
      }
      for expectation in scenario.expectations {
        let outcome = try expectation.outcome(in: run)
        if outcome.holds { held.append(outcome) } else { failed.append(outcome) }
      }
    }
    let deciding = failed.isEmpty ? held : failed
    return Judgement(
      failed.isEmpty ? .confirmed : .refuted,
      deciding.map(\.seen).filter { !$0.isEmpty }.joined(separator: "; "),
      held.flatMap(\.evidence) + failed.flatMap(\.evidence))
  }
}
