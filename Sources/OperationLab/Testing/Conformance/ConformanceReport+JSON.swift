import OperationLab

extension ConformanceReport {
  /// What `lab check --json` prints. Stable: fields are added, never renamed.
  package struct JSON: Codable, Sendable {
    /// The expression that makes the operation.
    package var subject: String
    /// Whether no rule is broken.
    package var passed: Bool
    /// Where this was measured.
    package var platform: Platform
    /// The rules, in the order of the battery.
    package var rules: [RuleJSON]
    /// What the thread sanitizer found; absent if it did not look.
    package var races: [DataRace]?
    /// The broken rules, grouped by what explains the others.
    package var causes: [CauseJSON]?
    /// How many rules could not be judged.
    package var undecided: Int?
  }

  /// What is wrong, and what follows from it.
  package struct CauseJSON: Codable, Sendable {
    /// The id of the rule nearest to the mistake.
    package var rule: String
    /// How to mend what was seen.
    package var cure: String
    /// The ids of the rules that are broken because of it.
    package var symptoms: [String]
  }

  /// One rule.
  package struct RuleJSON: Codable, Sendable {
    /// What `--rule` takes.
    package var id: String
    /// Whether it was kept.
    package var verdict: Ruling.Verdict
    /// What was seen.
    package var why: String
    /// The events that decide.
    package var evidence: [EvidenceJSON]
    /// The rule itself, in a sentence.
    package var statement: String
    /// What breaking it costs in an app.
    package var cost: String
    /// How to mend it.
    package var cure: String
    /// The lesson that explains it.
    package var lesson: Int
    /// What to know although it is kept; never counted.
    package var remark: String?
    /// Where the thread concerned was, innermost call first; absent if nothing trapped or hung.
    package var stack: [StackFrame]?
    /// The order of steps that shows it broken, as `--order` takes it; absent without one.
    package var order: String?
    /// How often every trial was run.
    package var rounds: Int
    /// In how many rounds the rule was broken.
    package var brokenRounds: Int
    /// The trials of the round that decided.
    package var trials: [TrialJSON]
  }

  /// One trial.
  package struct TrialJSON: Codable, Sendable {
    /// Its name, unique in its rule.
    package var name: String
    /// What was done.
    package var summary: String
    /// How its process ended; absent if it was not run.
    package var outcome: Run.Outcome?
    /// Signal, exit status and last words of the process.
    package var detail: Run.Detail?
    /// Everything that happened.
    package var events: Trace
  }

  /// An event, and the trial in which it happened: the fields of ``Event`` and `trial`.
  package struct EvidenceJSON: Codable, Sendable {
    /// The trial's name.
    package var trial: String
    /// What happened.
    package var event: Event

    private enum CodingKeys: CodingKey { case trial }

    init(_ evidence: Evidence) {
      trial = evidence.program
      event = evidence.event
    }

    /// Reads both from one object.
    package init(from decoder: any Decoder) throws {
      trial = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .trial)
      event = try Event(from: decoder)
    }

    /// Writes both into one object.
    package func encode(to encoder: any Encoder) throws {
      try event.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(trial, forKey: .trial)
    }
  }

  /// The report in the documented shape.
  package var json: JSON {
    JSON(
      subject: subject, passed: passed, platform: .current,
      rules: results.map { result in
        RuleJSON(
          id: result.rule.id, verdict: result.ruling.verdict, why: result.ruling.why,
          evidence: result.ruling.evidence.map(EvidenceJSON.init),
          statement: result.rule.statement, cost: result.cost, cure: result.cure,
          lesson: result.rule.lesson, remark: result.ruling.remark,
          stack: result.ruling.stack.isEmpty ? nil : result.ruling.stack,
          order: result.ruling.ordering?.order.description, rounds: result.rounds,
          brokenRounds: result.brokenRounds,
          trials: result.rule.trials.map { trial in
            let run = result.run(trial.name)
            return TrialJSON(
              name: trial.name, summary: trial.summary, outcome: run?.outcome, detail: run?.detail,
              events: run?.trace ?? Trace())
          })
      }, races: races,
      causes: causes.map { cause in
        CauseJSON(
          rule: cause.result.rule.id, cure: cause.result.cure,
          symptoms: cause.symptoms.map(\.rule.id))
      }, undecided: undecided.count)
  }
}
