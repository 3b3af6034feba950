import OperationLab

/// A statement about behaviour, and how to decide it from traces.
package struct Claim: Sendable {
  /// The id in the ledger, such as `C11`.
  package let id: String
  /// What is said, in our own words.
  package let statement: String
  /// Who says it.
  package let origin: Origin
  /// What should be found on each platform, and why.
  package let expected: Expectation
  /// Wrong runs that must not get the expected verdict.
  package let mutants: [Mutant]
  private let judge: @Sendable (Runs) throws -> Judgement

  /// A claim; its id must be unique among all.
  ///
  /// - Parameters:
  ///   - id: such as `C11`: the article's letter, and a number.
  ///   - statement: what is claimed, as a sentence.
  ///   - origin: whose statement it is.
  ///   - expected: the verdict on each platform, and why.
  ///   - mutants: wrong runs that the judge must reject.
  ///   - judge: a pure function: no clock, no globals. It throws ``MissingEvidence`` when an event
  ///     that would decide is not there.
  package init(
    _ id: String, _ statement: String, origin: Origin, expected: Expectation, mutants: [Mutant],
    judge: @escaping @Sendable (Runs) throws -> Judgement
  ) {
    self.id = id
    self.statement = statement
    self.origin = origin
    self.expected = expected
    self.judge = judge
    self.mutants = mutants
  }

  /// The article that says it; `nil` if none does.
  package var source: Article? { origin.article }

  /// The verdict on these runs. Never fails: whatever is missing makes it undecided.
  package func judgement(on runs: Runs) -> Judgement {
    do {
      return try judge(runs)
    } catch {
      return Judgement(.undecided, "\(error)", [])
    }
  }
}

/// Wrong runs made from real ones, which a claim must reject: proof that its check can fail.
package struct Mutant: Sendable {
  /// What is wrong, as a short phrase.
  package let name: String
  private let change: @Sendable (Runs) -> Runs

  /// A mutant that changes the runs as it likes.
  package init(_ name: String, change: @escaping @Sendable (Runs) -> Runs) {
    self.name = name
    self.change = change
  }

  /// A mutant that changes the trace of one program.
  package static func trace(
    of program: String, _ name: String, _ change: @escaping @Sendable (Trace) -> Trace
  ) -> Mutant {
    Mutant(name) { $0.editing(program, change) }
  }

  /// A mutant that passes off one program's run as another's.
  package static func passing(_ other: String, as program: String) -> Mutant {
    Mutant("the run of '\(other)' passed off as '\(program)'") {
      $0.substituting(other, for: program)
    }
  }

  /// The wrong runs.
  package func mutated(_ runs: Runs) -> Runs {
    change(runs)
  }
}
