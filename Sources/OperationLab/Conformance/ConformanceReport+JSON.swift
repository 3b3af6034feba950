extension ConformanceReport {
  /// What `lab check --json` prints. Stable: fields are added, never renamed.
  public struct JSON: Codable, Sendable {
    /// The expression that makes the operation.
    public var subject: String
    /// Whether no rule is broken.
    public var passed: Bool
    /// Where this was measured.
    public var platform: Platform
    /// The rules, in the order of the battery.
    public var rules: [RuleJSON]
    /// What the thread sanitizer found; absent if it did not look.
    public var races: [DataRace]?
  }

  /// One rule.
  public struct RuleJSON: Codable, Sendable {
    /// What `--rule` takes.
    public var id: String
    /// Whether it was kept.
    public var verdict: Ruling.Verdict
    /// What was seen.
    public var why: String
    /// The events that decide.
    public var evidence: [EvidenceJSON]
    /// The rule itself, in a sentence.
    public var statement: String
    /// What breaking it costs in an app.
    public var cost: String
    /// How to mend it.
    public var cure: String
    /// The lesson that explains it.
    public var lesson: Int
    /// How often every trial was run.
    public var rounds: Int
    /// In how many rounds the rule was broken.
    public var brokenRounds: Int
    /// The trials of the round that decided.
    public var trials: [TrialJSON]
  }

  /// One trial.
  public struct TrialJSON: Codable, Sendable {
    /// Its name, unique in its rule.
    public var name: String
    /// What was done.
    public var summary: String
    /// How its process ended; absent if it was not run.
    public var outcome: Run.Outcome?
    /// Signal, exit status and last words of the process.
    public var detail: Run.Detail?
    /// Everything that happened.
    public var events: Trace
  }

  /// An event, and the trial in which it happened: the fields of ``Event`` and `trial`.
  public struct EvidenceJSON: Codable, Sendable {
    /// The trial's name.
    public var trial: String
    /// What happened.
    public var event: Event

    private enum CodingKeys: CodingKey { case trial }

    init(_ evidence: Evidence) {
      trial = evidence.program
      event = evidence.event
    }

    /// Reads both from one object.
    public init(from decoder: any Decoder) throws {
      trial = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .trial)
      event = try Event(from: decoder)
    }

    /// Writes both into one object.
    public func encode(to encoder: any Encoder) throws {
      try event.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(trial, forKey: .trial)
    }
  }

  /// The report in the documented shape.
  public var json: JSON {
    JSON(
      subject: subject, passed: passed, platform: .current,
      rules: results.map { result in
        RuleJSON(
          id: result.rule.id, verdict: result.ruling.verdict, why: result.ruling.why,
          evidence: result.ruling.evidence.map(EvidenceJSON.init),
          statement: result.rule.statement, cost: result.rule.cost, cure: result.rule.cure,
          lesson: result.rule.lesson, rounds: result.rounds, brokenRounds: result.brokenRounds,
          trials: result.rule.trials.map { trial in
            let run = result.run(trial.name)
            return TrialJSON(
              name: trial.name, summary: trial.summary, outcome: run?.outcome, detail: run?.detail,
              events: run?.trace ?? Trace())
          })
      }, races: races)
  }
}
