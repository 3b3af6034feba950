/// What the battery says about a subject.
public struct ConformanceReport: Sendable {
  /// The expression that makes the operation.
  public let subject: String
  /// One for each rule that was checked, in the order of the battery.
  public let results: [Result]

  /// What the thread sanitizer found; `nil` if it did not look.
  public let races: [DataRace]?

  /// A report of results that are already known.
  public init(subject: String, results: [Result], races: [DataRace]? = nil) {
    self.subject = subject
    self.results = results
    self.races = races
  }

  /// Whether no rule is broken. A rule that could not be decided does not count.
  public var passed: Bool { failures.isEmpty }

  /// The rules that are broken.
  public var failures: [Result] { results.filter { $0.ruling.verdict == .broken } }

  /// One rule, what the trials say about it, and the runs that say so.
  public struct Result: Sendable {
    /// The rule that was checked.
    public let rule: Rule
    /// The verdict; of several rounds, that of the first in which it is broken.
    public let ruling: Ruling
    /// The runs of the round that decided, in the order of the rule's trials.
    public let runs: [Run]
    /// How often every trial was run.
    public let rounds: Int
    /// In how many of the rounds the rule was broken.
    public let brokenRounds: Int

    /// The run of the trial of that name, in the round that decided.
    public func run(_ trial: String) -> Run? {
      runs.first { $0.program == trial }
    }
  }
}

extension ConformanceReport.Result {
  /// Judges a rule on the runs of its trials, each round by itself: a rule is broken if one round
  /// shows it, and holds if all do.
  ///
  /// - Parameter plain: a run in which the operation was left alone.
  init(_ rule: Rule, of subject: Subject, rounds: [[Run]], plain: Run? = nil) {
    let rulings = rounds.map { rule.ruling(onEndingsToo: $0, of: subject, plain: plain) }
    let verdict: Ruling.Verdict? = [.broken, .undecided].first { verdict in
      rulings.contains { $0.verdict == verdict }
    }
    let place = rulings.firstIndex { $0.verdict == verdict } ?? 0
    self.rule = rule
    ruling = rulings[place]
    runs = rule.trials.compactMap { trial in
      rounds[place].first { $0.program == trial.name }
    }
    self.rounds = rounds.count
    brokenRounds = rulings.count { $0.verdict == .broken }
  }
}
