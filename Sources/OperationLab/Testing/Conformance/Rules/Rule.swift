import OperationBench

extension Conformance {
  /// A property that the user of a queue may rely on with any operation.
  ///
  /// A rule judges effects that a queue's user can observe, never style.
  public struct Rule: Sendable {
    /// The id that `--rule` takes. It is part of the JSON and never renamed.
    public let id: String
    /// The rule itself, in a sentence.
    public let statement: String
    /// The ways to break it besides ``Way/general``. The first applies if a finding names none.
    package let ways: [Way]
    /// The lesson that explains it.
    public let lesson: Int
    /// Whether an operation must do the probe's work for a verdict.
    package let needsProbe: Bool
    /// Whether an operation must tell the probe its result for a verdict.
    let needsAnswer: Bool
    /// Whether it is about what others of the class do, so that it says nothing of a class of which
    /// one that is left alone does not finish.
    let needsPlainEnd: Bool
    /// The effect on the rule of a trial that traps or hangs.
    let endings: Endings
    /// How its trials are run.
    let method: Method
    /// The trials that decide it.
    package let trials: [Trial]
    private let judge: @Sendable (Runs) throws -> RuleFinding
    /// The lives that it looks at. `nil` if its trials decide it.
    private let lives: (@Sendable (Life) -> Bool)?

    /// Creates a rule. Its id must be unique among all rules.
    ///
    /// - Parameters:
    ///   - id: such as `cancel-before-start`.
    ///   - words: its statement, cost, cure and lesson. By default, what `rules.json` says of that id.
    ///   - ways: other ways to break it, each with its own cost and cure.
    ///   - needsProbe: whether it can only be decided when the operation works with the ``Probe``.
    ///   - needsPlainEnd: whether it says nothing of a class that does not finish when it is left alone.
    ///   - endings: the effect of a trial that traps or hangs.
    ///   - method: how its trials are run.
    ///   - trials: the trials that decide it.
    ///   - judge: a pure function of the trials' runs, by trial name. It throws
    ///     ``MissingEvidence`` when an event that would decide is not there.
    package init(
      _ id: String, words: RuleWords? = nil, ways: [Way] = [], needsProbe: Bool = false,
      needsPlainEnd: Bool = false, endings: Endings = .breaksRule, method: Method = .trials,
      trials: [Trial],
      judge: @escaping @Sendable (Runs) throws -> RuleFinding
    ) {
      self.init(
        id, words, ways, needsProbe, false, needsPlainEnd, endings, method, trials, nil, judge)
    }

    /// Creates a rule over lives.
    ///
    /// - Parameters:
    ///   - endings: the effect of a life that traps or hangs. Usually another rule names that.
    ///   - seesOdd: whether it looks at lives that are not ``Life/isUsual``, too.
    ///   - lives: which lives it looks at.
    ///   - judge: what is so in each of them: a pure function of the run. It throws
    ///     ``MissingEvidence`` when an event that would decide is not there.
    init(
      _ id: String, words: RuleWords? = nil, ways: [Way] = [], needsProbe: Bool = false,
      needsAnswer: Bool = false, needsPlainEnd: Bool = false, endings: Endings = .ignore,
      seesOdd: Bool = false,
      in lives: @escaping @Sendable (Life) -> Bool,
      judge: @escaping @Sendable (Life, Run) throws -> RuleFinding
    ) {
      let lives: @Sendable (Life) -> Bool = { (seesOdd || $0.isUsual) && lives($0) }
      self.init(
        id, words, ways, needsProbe, needsAnswer, needsPlainEnd, endings, .lives, [], lives
      ) { runs in
        guard let run = runs.all.first, let life = Life.named(run.program) else {
          throw MissingEvidence.run(program: "a life")
        }
        return try judge(life, run)
      }
    }

    private init(
      _ id: String, _ words: RuleWords?, _ ways: [Way], _ needsProbe: Bool,
      _ needsAnswer: Bool, _ needsPlainEnd: Bool, _ endings: Endings, _ method: Method, _ trials: [Trial],
      _ lives: (@Sendable (Life) -> Bool)?,
      _ judge: @escaping @Sendable (Runs) throws -> RuleFinding
    ) {
      let words = words ?? RuleWords(named: id)
      self.id = id
      statement = words.statement ?? RuleWords.lacks("statement", of: id)
      lesson = words.lesson ?? RuleWords.lacks("lesson", of: id)
      self.ways = [Way(id, words)] + ways
      (self.needsProbe, self.needsAnswer, self.needsPlainEnd) =
        (needsProbe, needsAnswer, needsPlainEnd)
      (self.endings, self.method) = (endings, method)
      (self.trials, self.lives, self.judge) = (trials, lives, judge)
    }

    /// Whether it looks at that life.
    func concerns(_ life: Life) -> Bool { lives?(life) ?? false }

    /// The effect on a rule of a trial that trapped, exited or hung, so that its judge lacks
    /// events.
    package enum Endings: Sendable {
      /// The rule is broken, unless the operation ends in the same way when left to itself. Other
      /// rules name that fault.
      case breaksRule
      /// The rule is broken, because it is about an operation that is left to itself.
      case alwaysBreaksRule
      /// The judge has considered it.
      case ignore
    }

    /// How the trials of a rule are run.
    package enum Method: Sendable {
      /// As lives: side by side, and what goes wrong there alone.
      case lives
      /// Each once, and with patience if only a missing event breaks the rule.
      case trials
      /// Before all others: its trial tells whether the operation ever becomes idle.
      case measurement
      /// With many operations at once, patient itself.
      case crowd
      /// Many times by chance, beside the scenes that are run in chosen orders.
      case orders
    }

    /// Whether the trials can say anything about the subject.
    func isDecidable(on subject: Subject) -> Bool {
      (!needsProbe || subject.usesProbe) && (!needsAnswer || subject.usesAnswer)
    }

    /// What the judge sees in the runs of the trials. It never fails, because missing evidence decides
    /// nothing.
    ///
    /// - Parameter notDecided: why trials say nothing, by their names.
    func finding(
      in runs: [Run], of subject: Subject, notDecided: [String: String] = [:]
    ) -> RuleFinding {
      guard isDecidable(on: subject) else {
        return .undecided(
          needsAnswer
            ? "this rule watches what it tells its caller. Give it probe.answer to call"
            : "this rule watches the operation's work. Give it probe.run() or probe.begin to do")
      }
      let (runs, name) = (Runs(runs), TrialBench.subjectName)
      if let run = runs.first(where: \.wasNeverReady) {
        // The judge would take what never started for what never ended.
        return .undecided(
          """
          it did not become ready in time, so it was not started by hand. The machine may be busy, or \
          what it waits for never comes: look at its isReady, and check again
          """, unlessIn: run.program)
      }
      if runs.all.contains(where: {
        $0.has(.refusesStart, of: name) && $0.all(.started, of: name).isEmpty
      }) {
        return .undecided(
          "it is executing or finished before it is started, and not ready: nobody can start it by hand"
        )
      }
      do {
        let finding = try judge(runs)
        // A gate opened too early.
        guard finding.holds, let hasty = runs.withGateNeverOpened else { return finding }
        return .undecided(
          """
          in trial '\(hasty.program)' what was held continued before the process was idle. The machine may \
          be busy
          """, finding.evidence)
      } catch let missing as MissingEvidence {
        if case .run(let trial) = missing, let words = notDecided[trial] {
          return .undecided(.seen(words))
        }
        return .lacking(missing, in: runs)
      } catch {
        return .undecided("\(error)")
      }
    }
  }
}

extension Conformance {
  /// The verdict of the trials on a rule. Raw values are part of the JSON.
  public enum Verdict: String, Codable, Sendable {
    /// Nothing broke the rule in any trial.
    case holds
    /// The evidence shows it broken.
    case broken
    /// The deciding event did not happen.
    case undecided
  }
}

package typealias Rule = Conformance.Rule
