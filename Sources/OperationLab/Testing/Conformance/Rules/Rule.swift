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
    /// The effect on the rule of a life that traps or hangs.
    let endings: Endings
    private let judge: @Sendable (Life, Run) throws -> RuleFinding
    private let lives: @Sendable (Life) -> Bool

    /// Creates a rule. Its id must be unique among all rules.
    ///
    /// - Parameters:
    ///   - id: such as `cancel-before-start`.
    ///   - words: its statement, cost, cure and lesson. By default, what `rules.json` says of that id.
    ///   - ways: other ways to break it, each with its own cost and cure.
    ///   - needsProbe: whether it can only be decided when the operation works with the ``Probe``.
    ///   - needsAnswer: whether it can only be decided when the operation tells the probe its result.
    ///   - needsPlainEnd: whether it says nothing of a class that does not finish when it is left alone.
    ///   - endings: the effect of a life that traps or hangs. Usually another rule names that.
    ///   - seesOdd: whether it looks at lives that are not ``Life/isUsual``, too.
    ///   - lives: which lives it looks at, of those that are led side by side.
    ///   - sole: the kinds of lives it looks at that take all of a process.
    ///   - judge: what is so in each of them: a pure function of the run. It throws
    ///     ``MissingEvidence`` when an event that would decide is not there.
    package init(
      _ id: String, words: RuleWords? = nil, ways: [Way] = [], needsProbe: Bool = false,
      needsAnswer: Bool = false, needsPlainEnd: Bool = false, endings: Endings = .ignore,
      seesOdd: Bool = false, inSole sole: Set<Life.Start> = [],
      in lives: @escaping @Sendable (Life) -> Bool = { _ in false },
      judge: @escaping @Sendable (Life, Run) throws -> RuleFinding
    ) {
      let words = words ?? RuleWords(named: id)
      self.id = id
      statement = words.statement ?? RuleWords.lacks("statement", of: id)
      lesson = words.lesson ?? RuleWords.lacks("lesson", of: id)
      self.ways = [Way(id, words)] + ways
      (self.needsProbe, self.needsAnswer, self.needsPlainEnd) =
        (needsProbe, needsAnswer, needsPlainEnd)
      (self.endings, self.judge) = (endings, judge)
      self.lives = {
        $0.isSole ? sole.contains($0.start) : (seesOdd || $0.isUsual) && lives($0)
      }
    }

    /// Whether it looks at that life.
    func concerns(_ life: Life) -> Bool { lives(life) }

    /// The effect on a rule of a life that trapped, exited or hung, so that its judge lacks
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

    /// Whether lives can say anything about the subject.
    func isDecidable(on subject: Subject) -> Bool {
      (!needsProbe || subject.usesProbe) && (!needsAnswer || subject.usesAnswer)
    }

    /// What it says of a subject on which it is not decidable.
    var undecidable: RuleFinding {
      .undecided(
        needsAnswer
          ? "this rule watches what it tells its caller. Give it probe.answer to call"
          : "this rule watches the operation's work. Give it probe.run() or probe.begin to do")
    }

    /// What the judge sees in the run of a life. It never fails, because missing evidence decides
    /// nothing.
    func finding(in run: Run) -> RuleFinding {
      if run.wasNeverReady {
        // The judge would take what never started for what never ended.
        return .undecided(
          """
          it did not become ready in time, so it was not started by hand. The machine may be busy, or \
          what it waits for never comes: look at its isReady, and check again
          """, isProvisional: true)
      }
      if run.has(.refusesStart, of: Life.subject), run.all(.started, of: Life.subject).isEmpty {
        return .undecided(
          "it is executing or finished before it is started, and not ready: nobody can start it by hand"
        )
      }
      do {
        guard let life = Life.named(run.program) else {
          throw MissingEvidence.run(program: run.program)
        }
        let finding = try judge(life, run)
        // A gate opened too early.
        guard finding.holds, Runs([run]).withGateNeverOpened != nil else { return finding }
        return .undecided(
          """
          in life '\(run.program)' what was held continued before the process was idle. The machine may \
          be busy
          """, finding.evidence)
      } catch let missing as MissingEvidence {
        return .lacking(missing, in: run)
      } catch {
        return .undecided("\(error)")
      }
    }
  }
}

extension Conformance {
  /// The verdict on a rule. Raw values are part of the JSON.
  public enum Verdict: String, Codable, Sendable {
    /// Nothing broke the rule in any life.
    case holds
    /// The evidence shows it broken.
    case broken
    /// The deciding event did not happen.
    case undecided
  }
}

package typealias Rule = Conformance.Rule
