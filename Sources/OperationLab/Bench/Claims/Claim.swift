import OperationDoctor

/// A statement about behaviour, and what decides it: conditions on the traces of programs.
package struct Claim: Sendable {
  /// The id in the ledger, such as `C11`.
  package let id: String
  /// What is said, in our own words.
  package let statement: String
  /// The article, documentation or kit that makes the statement.
  package let origin: Origin
  /// The expected verdict on each platform, and why.
  package let expected: Expectation
  /// The programs that decide, with what is presupposed and what is expected of each.
  package let scenarios: [Scenario]

  /// A claim. Its id must be unique among all.
  ///
  /// - Parameters:
  ///   - id: such as `C11`: the article's letter, and a number.
  ///   - statement: what is claimed, as a sentence.
  ///   - origin: whose statement it is.
  ///   - expected: the verdict on each platform, and why.
  ///   - scenarios: the programs that decide, what is presupposed and what is expected of each.
  package init(
    _ id: String, _ statement: String, origin: Origin, expected: Expectation,
    scenarios: [Scenario]
  ) {
    self.id = id
    self.statement = statement
    self.origin = origin
    self.expected = expected
    self.scenarios = scenarios
  }

  /// The same with the scenarios one by one.
  package init(
    _ id: String, _ statement: String, origin: Origin, expected: Expectation,
    _ scenarios: Scenario...
  ) {
    self.init(id, statement, origin: origin, expected: expected, scenarios: scenarios)
  }

  /// The same for a claim that one program decides.
  package init(
    _ id: String, _ statement: String, origin: Origin, expected: Expectation,
    in program: String, given premises: [Trace.Condition], expect expectations: [Trace.Condition]
  ) {
    self.init(
      id, statement, origin: origin, expected: expected,
      Scenario(program, given: premises, expect: expectations))
  }

  /// The programs whose runs decide it.
  package var programs: Set<String> { Set(scenarios.map(\.program)) }

  /// Whether it is a belief that the kit tests and refutes, and not the kit's own opinion.
  package var isBelief: Bool { origin == .kit && expected.linux == .refuted }

  /// Whose statement it is, as a heading begins.
  package var owner: Phrase { isBelief ? "Often believed" : origin.owner }

  /// The article that says it. `nil` if none does.
  package var source: Article? { origin.article }

  /// The verdict on these runs. Never fails: whatever is missing makes it undecided.
  package func judgement(on runs: Runs) -> Judgement {
    do {
      return try scenarios.judgement(on: runs)
    } catch {
      return Judgement(
        .undecided, (error as? MissingEvidence)?.phrase ?? "\(String(describing: error))", [])
    }
  }
}
