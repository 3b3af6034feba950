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

    /// Rules on all that was seen.
    ///
    /// A rule may leave a failure to other rules. If none of them names it, it breaks this rule, so
    /// that no observed failure passes.
    ///
    /// - Parameters:
    ///   - seen: what was seen of each rule, in the order of the battery.
    ///   - pace: what is known of the operation that is left to itself.
    ///   - stackReport: finds where the threads of a run were.
    init(
      subject: String, _ seen: [(rule: Rule, sighting: Sighting)], pace: SoloRun? = nil,
      races: [DataRace]? = nil, lives: Int = 0, orders: Int = 0,
      stackReport: @escaping StackFinder = { _ in nil }
    ) {
      self.subject = subject
      func results(isNamed: Bool) -> [Result] {
        seen.map { rule, sighting in
          let found = rule.finding(in: sighting, pace)
          let run = sighting.run(deciding: found, pace)
          return Result(
            rule, Ruling(found, in: run, isNamed: isNamed, stackReport), in: sighting.run)
        }
      }
      let named = results(isNamed: true)
      let isNamed = named.contains { $0.verdict == .broken && $0.rule.id != Rule.noDataRaces.id }
      self.results =
        isNamed || !named.contains(where: \.ruling.isDeferred) ? named : results(isNamed: false)
      self.races = races
      (self.lives, self.orders) = (lives, orders)
    }

    private init(_ report: Report, _ results: [Result]) {
      (subject, races) = (report.subject, report.races)
      (lives, orders) = (report.lives, report.orders)
      self.results = results
    }

    /// The report with that rule alone.
    package func only(_ rule: Rule) -> Report {
      Report(self, results.filter { $0.rule.id == rule.id })
    }

    /// The report of several checks of one subject. A rule is broken if one of them shows it, and holds if
    /// all do.
    ///
    /// - Parameter reports: not empty, of the same rules.
    init(repeated reports: [Report]) {
      let results = reports[0].results.indices.map { place in
        let all = reports.map { $0.results[place] }
        let broken = all.filter { $0.verdict == .broken }
        var result = broken.first ?? all.first { $0.verdict != .holds } ?? all[0]
        (result.rounds, result.brokenRounds) = (all.count, broken.count)
        return result
      }
      self.init(reports[0], results)
    }

    /// Whether no rule is broken, and at least one holds. Remarks do not count.
    ///
    /// The exit status of `lab check`, and `passed` in its JSON, say the same. ``undecided`` has the other
    /// rules. A failure in a life of one of them counts: ``failures`` has a rule that names it.
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
      self.init(subject: subject, rules.map { ($0, Sighting(finding: finding)) })
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

    /// One rule, its verdict, and the run that decides it.
    public struct Result: Sendable {
      /// The rule that was checked.
      public let rule: Conformance.Rule
      /// The verdict.
      package let ruling: Ruling
      /// The run that was looked at. `nil` if there is none.
      package let run: Run?
      /// How often it was checked. Of several rounds, the first that broke it counts.
      package fileprivate(set) var rounds = 1
      /// In how many of the rounds the rule was broken.
      package fileprivate(set) var brokenRounds: Int

      fileprivate init(_ rule: Rule, _ ruling: Ruling, in run: Run?) {
        (self.rule, self.ruling, self.run) = (rule, ruling, run)
        brokenRounds = ruling.verdict == .broken ? 1 : 0
      }

      /// The ruling on the rule.
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

      /// The events that decide, each once, in their order.
      package var events: [Evidence] {
        var last: Evidence?
        return ruling.evidence.sorted { $0.seq < $1.seq }.filter { event in
          defer { last = event }
          return event.seq != last?.seq
        }
      }

      /// What is done in the life that decides it. `nil` if none does.
      package var summary: String? { run.flatMap { Life.named($0.program) }?.summary }
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
    /// How often the rule was checked.
    package var rounds: Int
    /// In how many rounds the rule was broken.
    package var brokenRounds: Int
    /// The life that decides. Empty if none does.
    package var trials: [TrialJSON]
  }

  /// One life.
  package struct TrialJSON: Codable, Sendable {
    /// Its name, unique in its rule.
    package var name: String
    /// What is done in it.
    package var summary: String
    /// How its process ended. Absent if it was not run.
    package var outcome: Run.Outcome?
    /// Signal, exit status and last words of the process.
    package var detail: Run.Detail?
    /// All events of the run.
    package var events: Trace
  }

  /// An event, and the life in which it happened: the fields of ``Event`` and `trial`.
  package struct EvidenceJSON: Codable, Sendable {
    /// The life's name.
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
          trials: [result.run].compactMap(\.self).map { run in
            TrialJSON(
              name: run.program, summary: result.summary ?? "", outcome: run.outcome,
              detail: run.detail, events: run.trace)
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
    let title = title.map { "  \($0.english)" }
    let lines = others.map { "    \($0.rule.id): \($0.ruling.why)" }
    let heading = lines.isEmpty ? nil : "  Explains, as a rule:"
    return ([result.description] + [title, heading].compactMap(\.self) + lines)
      .joined(separator: "\n")
  }
}

extension Conformance.Report.Result: CustomStringConvertible {
  /// The rule, the verdict and the events, in some lines.
  public var description: String {
    let done = ruling.evidence.isEmpty ? nil : summary.map { "  Done: \($0)" }
    let events = events.map { "    \($0.event)" }
    let often = rounds > 1 ? " (in \(brokenRounds) of \(rounds) rounds)" : ""
    return
      (["\(rule.id) \(ruling.verdict.rawValue)\(often): \(rule.statement)"]
      + [done].compactMap(\.self) + [
        "  Seen: \(ruling.why)"
      ] + events + ruling.stacks.joined().map { "    in \($0.description)" } + [
        "  Cost: \(cost)", "  Mend: \(cure)", "  Read: lesson \(lesson)",
      ]).joined(separator: "\n")
  }
}
