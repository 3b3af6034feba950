import OperationDoctor
import OperationLab

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

/// The verdict a claim should get, on each platform, and the reason.
///
/// A refuted claim is no failure when refuted is what this platform is expected to show.
package struct Expectation: Codable, Hashable, Sendable {
  /// The verdict with swift-corelibs-foundation. Always measured.
  package var linux: Verdict
  /// The verdict with Apple's Foundation.
  package var darwin: Verdict
  /// What the verdict for macOS rests on.
  package var basis: Basis
  /// Why, in a sentence or two.
  package var because: String
  /// Whether the verdict may differ from run to run: nothing forces an order, so being confirmed
  /// and being refuted are both as expected, and repeating the lesson shows both.
  package var varies: Bool

  /// How we know what to expect on a platform.
  package enum Basis: Codable, Hashable, Sendable {
    /// Apple's documentation says so, on the page with that address.
    case documented(page: String)
    /// Somebody saw it there. Where to read of it: a log, a thread.
    case reported(String)
    /// Nobody we know of has looked: the verdict is our guess.
    case unmeasured
    /// This kit was run there.
    case measured

    /// The kind, in a word, as in the JSON.
    package var name: String {
      switch self {
      case .documented: "documented"
      case .reported: "reported"
      case .unmeasured: "unmeasured"
      case .measured: "measured"
      }
    }
  }

  /// A verdict for each platform. What is not said to rest on anything is a guess.
  package init(
    linux: Verdict, darwin: Verdict, basis: Basis = .unmeasured, varies: Bool = false,
    because: String
  ) {
    self.linux = linux
    self.darwin = darwin
    self.basis = basis
    self.varies = varies
    self.because = because
  }

  /// Sometimes confirmed, sometimes refuted: what is taught is that one cannot rely on it.
  package static func sometimes(basis: Basis = .unmeasured, because: String) -> Expectation {
    Expectation(linux: .refuted, darwin: .refuted, basis: basis, varies: true, because: because)
  }

  /// The same verdict everywhere.
  package static func everywhere(
    _ verdict: Verdict, basis: Basis = .unmeasured, because: String
  ) -> Expectation {
    Expectation(linux: verdict, darwin: verdict, basis: basis, because: because)
  }

  /// The verdict expected on `platform`.
  package func verdict(on platform: Platform) -> Verdict {
    switch platform {
    case .linux: linux
    case .darwin: darwin
    }
  }

  /// The basis of that verdict.
  package func basis(on platform: Platform) -> Basis {
    switch platform {
    case .linux: .measured
    case .darwin: basis
    }
  }

  /// Whether that verdict, on that platform, is what should be found.
  package func allows(_ verdict: Verdict, on platform: Platform) -> Bool {
    verdict == self.verdict(on: platform) || (varies && verdict != .undecided)
  }

  /// Whether the platforms are expected to differ.
  package var dependsOnPlatform: Bool { linux != darwin }
}
