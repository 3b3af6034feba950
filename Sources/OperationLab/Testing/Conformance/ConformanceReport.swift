import OperationLab

extension Conformance {
  /// What the battery says about a subject.
  public struct Report: Sendable {
    /// The expression that makes the operation.
    public let subject: String
    /// One for each rule that was checked, in the order of the battery.
    public let results: [Result]

    /// What the thread sanitizer found; `nil` if it did not look.
    package let races: [DataRace]?

    /// A report of results that are already known.
    ///
    /// What some rule saw go wrong and left to others, which then did not name it, is that rule's own
    /// finding: nothing passes that was seen to fail.
    package init(subject: String, results: [Result], races: [DataRace]? = nil) {
      self.subject = subject
      let isNamed = results.contains { $0.ruling.verdict == .broken }
      self.results = isNamed ? results : results.map(\.convictedOfItsFault)
      self.races = races
    }

    /// Whether no rule is broken, and at least one could be judged.
    ///
    /// Rules that could not be judged for want of work to watch do not count; that something went
    /// wrong in one of them does: then ``failures`` has a rule that says so. Nor does anything pass that
    /// stood still where Swift's tasks had no thread.
    public var passed: Bool {
      failures.isEmpty && unfit.isEmpty && results.contains { $0.ruling.verdict == .holds }
    }

    /// The rules that could not be judged in such a process.
    var unfit: [Result] { results.filter(\.ruling.isUnfit) }

    /// The rules that could not be judged.
    public var undecided: [Result] { results.filter { $0.ruling.verdict == .undecided } }

    /// The rules that are broken.
    public var failures: [Result] { results.filter { $0.ruling.verdict == .broken } }

    /// The same report, with stacks for rules that were broken by a trap or a hang, by their ids.
    package func adding(stacks: [String: [StackFrame]]) -> ConformanceReport {
      let results = results.map { result in
        var result = result
        result.ruling.stack = stacks[result.rule.id] ?? result.ruling.stack
        return result
      }
      return ConformanceReport(subject: subject, results: results, races: races)
    }

    /// The same report with another ruling on a rule, which need not have been checked before.
    func replacing(_ ruling: Ruling, on rule: Rule) -> ConformanceReport {
      var results = results
      if let place = results.firstIndex(where: { $0.rule.id == rule.id }) {
        results[place].take(ruling)
      } else {
        results.append(
          Result(
            rule: rule, ruling: ruling, runs: [], rounds: 1,
            brokenRounds: ruling.verdict == .broken ? 1 : 0))
      }
      return ConformanceReport(subject: subject, results: results, races: races)
    }

    /// One rule, what the trials say about it, and the runs that say so.
    public struct Result: Sendable {
      /// The rule that was checked.
      public let rule: Conformance.Rule
      /// The verdict; of several rounds, that of the first in which it is broken.
      package fileprivate(set) var ruling: Ruling
      /// The runs of the round that decided, in the order of the rule's trials.
      package let runs: [Run]
      /// How often every trial was run.
      package let rounds: Int
      /// In how many of the rounds the rule was broken.
      package private(set) var brokenRounds: Int

      /// The same; but broken if something went wrong in it, which its judge has left to others.
      fileprivate var convictedOfItsFault: Result {
        guard ruling.verdict == .undecided, let fault = ruling.fault else { return self }
        var result = self
        result.ruling.verdict = .broken
        result.ruling.reason = fault
        result.ruling.cure = ruling.cure ?? Self.othersCure
        result.brokenRounds = max(1, brokenRounds)
        return result
      }

      private static let othersCure = """
        This rule is about something else: mend what was seen here first. Checked with all rules, \
        another one may say how.
        """

      /// The same; but undecided, for that reason, if only something that did not happen makes it broken.
      func excused(for reason: Ruling.Reason) -> Result {
        let ruling = self.ruling
        let isFault = ruling.verdict == .undecided && ruling.fault != nil
        guard isFault || ruling.verdict == .broken && ruling.isProvisional else { return self }
        var result = self
        result.ruling = Ruling(.undecided, reason, ruling.evidence)
        result.ruling.isUnfit = true
        result.brokenRounds = 0
        return result
      }

      fileprivate mutating func take(_ ruling: Ruling) {
        self.ruling = ruling
        if ruling.verdict == .broken { brokenRounds = max(1, brokenRounds) }
      }

      /// What the trials say about the rule.
      public var verdict: Conformance.Verdict { ruling.verdict }
      /// What was done and what was seen, in a sentence.
      public var why: String { ruling.why }
      /// How to mend what was seen.
      public var cure: String { ruling.cure ?? rule.cure }
      /// What it costs in an app.
      public var cost: String { ruling.cost ?? rule.cost }

      /// The run of the trial of that name, in the round that decided.
      package func run(_ trial: String) -> Run? {
        runs.first { $0.program == trial }
      }
    }
  }
}

extension ConformanceReport {
  /// The runs of a rule's trials, each run once, and what they say.
  struct Round: Sendable {
    let runs: [Run]
    let ruling: Ruling
  }
}

extension ConformanceReport.Result {
  /// A rule is broken if one round shows it, and holds if all do.
  init(_ rule: Rule, _ rounds: [ConformanceReport.Round]) {
    let verdict: Ruling.Verdict? = [.broken, .undecided].first { verdict in
      rounds.contains { $0.ruling.verdict == verdict }
    }
    let round = rounds.first { $0.ruling.verdict == verdict } ?? rounds[0]
    self.rule = rule
    ruling = round.ruling
    runs = rule.trials.compactMap { trial in
      round.runs.first { $0.program == trial.name }
    }
    self.rounds = rounds.count
    brokenRounds = rounds.count { $0.ruling.verdict == .broken }
  }
}

package typealias ConformanceReport = Conformance.Report
