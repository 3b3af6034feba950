import OperationBench
import OperationLab

extension Conformance {
  /// The results of the battery for a subject.
  public struct Report: Sendable {
    /// The expression that makes the operation.
    public let subject: String
    /// One for each rule that was checked, in the order of the battery.
    public let results: [Result]

    /// The result of the thread sanitizer, or `nil` if it did not run.
    package let races: [DataRace]?
    /// How many lives its operations were led through.
    package let lives: Int
    /// In how many orders of its threads.
    package let orders: Int

    /// A report of results that are already known.
    ///
    /// A rule may leave a failure to other rules. If none of them names it, it breaks this rule, so
    /// that no observed failure passes.
    package init(
      subject: String, results: [Result], races: [DataRace]? = nil, lives: Int = 0,
      orders: Int = 0
    ) {
      self.subject = subject
      let named = results.map { Result($0.rule, $0.seen) }
      let isNamed = named.contains { $0.verdict == .broken && $0.rule.id != Rule.noDataRaces.id }
      self.results = isNamed ? named : results.map { Result($0.rule, $0.seen, isNamed: false) }
      self.races = races
      (self.lives, self.orders) = (lives, orders)
    }

    /// Whether no rule is broken, and at least one holds. Remarks do not count.
    ///
    /// The exit status of `lab check`, and `passed` in its JSON, say the same. ``undecided`` has the other
    /// rules. A failure in a trial of one of them counts: ``failures`` has a rule that names it.
    public var passed: Bool {
      failures.isEmpty && results.contains { $0.ruling.verdict == .holds }
    }

    /// Whether it has ``passed``, and with `false` no rule is undecided.
    ///
    /// Rules about the work are undecided for an operation without the probe's work, and others may be
    /// on a busy machine. `survives-races` may be in any case: in a test it can only be broken.
    public func passed(allowingUndecided isAllowed: Bool) -> Bool {
      passed && (isAllowed || undecided.allSatisfy { $0.rule.id == Rule.survivesRaces.id })
    }

    /// A report of a check that could not be made.
    init(subject: String, undecided rules: [Rule], because error: any Error) {
      let finding = RuleFinding.undecided(.seen("\(error)"))
      self.init(subject: subject, results: rules.map { Result($0, finding) })
    }

    /// The rules that could not be judged.
    public var undecided: [Result] { results.filter { $0.ruling.verdict == .undecided } }

    /// The rules that hold with a remark: the class does not tolerate misuse, or has a cost.
    ///
    /// To fail for remarks, too, expect that there are none.
    public var remarks: [Result] {
      results.filter { $0.ruling.verdict == .holds && $0.ruling.remark != nil }
    }

    /// The rules that are broken.
    public var failures: [Result] { results.filter { $0.ruling.verdict == .broken } }

    /// One rule, its verdict, and the runs that decide it.
    public struct Result: Sendable {
      /// The rule that was checked.
      public let rule: Conformance.Rule
      /// What decides.
      let seen: Observations
      /// The verdict. Of several rounds, the first broken one decides.
      package let ruling: Ruling
      /// The runs of the round that decided, in the order of the rule's trials.
      package let runs: [Run]
      /// How often every trial was run.
      package var rounds: Int { seen.rounds.count }
      /// In how many of the rounds the rule was broken.
      package var brokenRounds: Int { ruling.brokenRounds }

      /// - Parameter isNamed: whether a broken rule may name a failure that this one leaves to others.
      init(_ rule: Rule, _ seen: Observations, isNamed: Bool = true) {
        self.rule = rule
        self.seen = seen
        let ruling = Ruling(seen, of: rule, isNamed: isNamed)
        self.ruling = ruling
        let found = seen.rounds[ruling.round].runs
        runs =
          rule.trials.isEmpty
          ? found
          : rule.trials.compactMap { trial in found.first { $0.program == trial.name } }
      }

      /// A result of one finding.
      init(_ rule: Rule, _ finding: RuleFinding, in runs: [Run] = []) {
        self.init(rule, Observations(rounds: [Round(runs: runs, finding: finding)]))
      }

      /// The ruling of the trials on the rule.
      public var verdict: Conformance.Verdict { ruling.verdict }
      /// One sentence with the actions and the observations.
      public var why: String { ruling.why }
      /// A remark on a rule that holds, in a sentence, or `nil` if there is none.
      public var remark: String? { ruling.remark?.words }
      /// How to fix the defect.
      public var cure: String {
        ruling.cureOfTrap ?? (way.isUnknown ? ruling.cureOfCall : nil) ?? way.cure
      }
      /// The cost in an app.
      public var cost: String { way.cost }
      /// The number of the lesson to read.
      package var lesson: Int { way.lesson ?? rule.lesson }
      /// The way in which it is broken.
      package var way: Way { ruling.way ?? ruling.reason.way ?? rule.ways[0] }

      /// The events that decide, each once, in the order of the trials and in theirs.
      package var events: [Evidence] {
        let places = Dictionary(
          rule.trials.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        func isBefore(_ one: Evidence, _ other: Evidence) -> Bool {
          let (first, second) = (places[one.program] ?? 0, places[other.program] ?? 0)
          return first == second ? one.seq < other.seq : first < second
        }
        var last: Evidence?
        return ruling.evidence.sorted(by: isBefore).filter { event in
          defer { last = event }
          return event.program != last?.program || event.seq != last?.seq
        }
      }

      /// The trials or lives that decide it, with what is done in each.
      package var attempts: [(name: String, summary: String, run: Run?)] {
        rule.trials.isEmpty
          ? runs.map { ($0.program, Self.summary(of: $0.program), $0) }
          : rule.trials.map { ($0.name, $0.summary, run($0.name)) }
      }

      /// What is done in a life, or where it is only measured how long the operation takes.
      private static func summary(of name: String) -> String {
        Life.named(name)?.summary ?? (name == Trial.paceTrial.name ? Trial.paceTrial.summary : "")
      }

      /// The run of the trial of that name, in the round that decided.
      package func run(_ trial: String) -> Run? {
        runs.first { $0.program == trial }
      }
    }
  }
}

extension Conformance.Report {
  /// The JSON of `lab check --json`. It is stable: fields are added, never renamed.
  package struct JSON: Codable, Sendable {
    /// The expression that makes the operation.
    package var subject: String
    /// ``Conformance/Report/passed``.
    package var passed: Bool
    /// Where this was measured.
    package var platform: Platform
    /// The rules, in the order of the battery.
    package var rules: [RuleJSON]
    /// The result of the thread sanitizer. Absent if it did not run.
    package var races: [DataRace]?
    /// The broken rules, grouped by what explains the others.
    package var causes: [CauseJSON]?
    /// How many rules could not be judged.
    package var undecided: Int?
    /// How many rules are kept with a remark.
    package var remarks: Int?
    /// How many lives operations were led through.
    package var lives: Int?
    /// In how many orders of its threads, besides.
    package var orders: Int?
    /// The language mode in which the files were compiled. Absent in a test.
    package var languageMode: String?
  }

  /// A defect and its consequences.
  package struct CauseJSON: Codable, Sendable {
    /// The id of the rule nearest to the mistake.
    package var rule: String
    /// How to fix the defect.
    package var cure: String
    /// The ids of the rules that are broken because of it.
    package var symptoms: [String]
  }

  /// One rule.
  package struct RuleJSON: Codable, Sendable {
    /// The id that `--rule` takes.
    package var id: String
    /// Whether it was kept.
    package var verdict: Ruling.Verdict
    /// The reason for the verdict.
    package var why: String
    /// The events that decide.
    package var evidence: [EvidenceJSON]
    /// The rule itself, in a sentence.
    package var statement: String
    /// The cost in an app of breaking it.
    package var cost: String
    /// How to fix a class that breaks it.
    package var cure: String
    /// The lesson that explains it.
    package var lesson: Int
    /// A remark on a rule that holds. It is never counted.
    package var remark: String?
    /// The calls of the thread concerned, innermost first. Absent without a trap or hang.
    package var stack: [StackFrame]?
    /// The calls of each thread in the user's files, the thread concerned first.
    package var stacks: [[StackFrame]]?
    /// The order of steps that breaks the rule, as `--order` takes it. Absent without one.
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
    /// A description of the trial.
    package var summary: String
    /// How its process ended. Absent if it was not run.
    package var outcome: Run.Outcome?
    /// Signal, exit status and last words of the process.
    package var detail: Run.Detail?
    /// All events of the run.
    package var events: Trace
  }

  /// An event, and the trial in which it happened: the fields of ``Event`` and `trial`.
  package struct EvidenceJSON: Codable, Sendable {
    /// The trial's name.
    package var trial: String
    /// The event.
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
          lesson: result.lesson, remark: result.remark,
          stack: result.ruling.stacks.first,
          stacks: result.ruling.stacks.isEmpty ? nil : result.ruling.stacks,
          order: result.ruling.ordering?.order.description, rounds: result.rounds,
          brokenRounds: result.brokenRounds,
          trials: result.attempts.map { name, summary, run in
            TrialJSON(
              name: name, summary: summary, outcome: run?.outcome, detail: run?.detail,
              events: run?.trace ?? Trace())
          })
      }, races: races,
      causes: causes.map { cause in
        CauseJSON(
          rule: cause.result.rule.id, cure: cause.result.cure,
          symptoms: cause.symptoms.map(\.rule.id))
      }, undecided: undecided.count, remarks: remarks.count, lives: lives,
      orders: orders)
  }
}

extension Conformance.Report: CustomStringConvertible {
  /// The broken rules with their events, costs and cures, for the message of a failed test.
  public var description: String {
    let ids = undecided.map(\.rule.id)
    let rest = ids.isEmpty ? "" : " Undecided: \(ids.joined(separator: ", ")); see 'results'."
    guard !passed else {
      let heading =
        "\(subject) keeps \(results.count - ids.count) of \(results.count) rules.\(rest)"
        + (passed(allowingUndecided: false)
          ? "" : " To fail for that, expect 'passed(allowingUndecided: false)'.")
      return ([heading] + remarks.map { "Remark (\($0.rule.id)): \($0.remark ?? "")." })
        .joined(separator: "\n")
    }
    if failures.isEmpty, let first = undecided.first {
      let isShared = undecided.allSatisfy { $0.ruling.reason == first.ruling.reason }
      return "\(subject) cannot be judged: "
        + (isShared ? "\(first.why)." : "\(first.rule.id): \(first.why).\(rest)")
    }
    let heading = "\(subject) breaks \(failures.count) of \(results.count) rules.\(rest)"
    return ([heading] + causes.map(\.description)).joined(separator: "\n\n")
  }
}

extension Conformance.Report.Cause: CustomStringConvertible {
  /// The rule nearest to the mistake in full, and a line for each that is broken because of it.
  package var description: String {
    guard !symptoms.isEmpty else { return result.description }
    let lines = symptoms.map { "    \($0.rule.id): \($0.ruling.why)" }
    return ([result.description, "  Explains, as a rule:"] + lines).joined(separator: "\n")
  }
}

extension Conformance.Report.Result: CustomStringConvertible {
  /// The rule, the verdict and the events, in some lines.
  public var description: String {
    let deciding = Set(ruling.evidence.map(\.program))
    let trials = attempts.filter { deciding.contains($0.name) }.map { "  Done: \($0.summary)" }
    let events = events.map { "    \($0.event)" }
    let often = rounds > 1 ? " (in \(brokenRounds) of \(rounds) rounds)" : ""
    return
      (["\(rule.id) \(ruling.verdict.rawValue)\(often): \(rule.statement)"] + trials + [
        "  Seen: \(ruling.why)"
      ] + events + ruling.stacks.joined().map { "    in \($0.description)" } + [
        "  Cost: \(cost)", "  Mend: \(cure)", "  Read: lesson \(lesson)",
      ]).joined(separator: "\n")
  }
}
