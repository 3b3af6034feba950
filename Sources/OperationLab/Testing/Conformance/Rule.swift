extension Conformance {
  /// Something that the user of a queue may rely on with any operation.
  ///
  /// A rule judges effects that a queue's user would feel, never style.
  public struct Rule: Sendable {
    /// What `--rule` takes. Part of the JSON: never renamed.
    public let id: String
    /// The rule itself, in a sentence.
    public let statement: String
    /// What breaking it costs in an app.
    package let cost: String
    /// How to mend a subclass that breaks it.
    package let cure: String
    /// The lesson that explains it.
    public let lesson: Int
    /// Whether nothing can be said about an operation that was given no work of the probe's.
    package let needsProbe: Bool
    /// What it says about the rule when a trial ends in a trap, or never.
    let endings: Endings
    /// Whether its trials are many lives each, and have their own patience.
    let isRepetitive: Bool
    /// What is done to find out.
    package let trials: [Trial]
    private let judge: @Sendable (Runs) throws -> Ruling

    /// A rule; its id must be unique among all.
    ///
    /// - Parameters:
    ///   - id: such as `cancel-before-start`.
    ///   - statement: what the user of a queue may rely on.
    ///   - cost: what it costs in an app when it is broken.
    ///   - cure: how to mend the class.
    ///   - lesson: the number of the lesson that explains it.
    ///   - needsProbe: whether it can only be decided when the operation works with the ``Probe``.
    ///   - endings: what a trial says that traps or hangs.
    ///   - isRepetitive: whether its trials race many times over.
    ///   - trials: what is done to find out.
    ///   - judge: a pure function of the trials' runs, by trial name. It throws
    ///     ``MissingEvidence`` when an event that would decide is not there.
    package init(
      _ id: String, _ statement: String, cost: String, cure: String, lesson: Int,
      needsProbe: Bool = false, endings: Endings = .convict, isRepetitive: Bool = false,
      trials: [Trial],
      judge: @escaping @Sendable (Runs) throws -> Ruling
    ) {
      self.id = id
      self.statement = statement
      self.cost = cost
      self.cure = cure
      self.lesson = lesson
      self.needsProbe = needsProbe
      self.endings = endings
      self.isRepetitive = isRepetitive
      self.trials = trials
      self.judge = judge
    }

    /// What a rule makes of a trial whose process ended in a way that no operation should bring
    /// about, so that its judge lacks events.
    package enum Endings: Sendable {
      /// The rule is broken, unless the operation ends so when it is left alone: then the fault is
      /// another one, and other rules name it.
      case convict
      /// The rule is broken: it is about an operation that is left alone.
      case convictAlways
      /// The judge has seen to it.
      case ignore
    }

    /// The same rule without the trials of which that is so: it may lack what would decide.
    func leavingOut(_ isLeftOut: (Trial) -> Bool) -> Rule {
      Rule(
        id, statement, cost: cost, cure: cure, lesson: lesson, needsProbe: needsProbe,
        endings: endings, isRepetitive: isRepetitive, trials: trials.filter { !isLeftOut($0) },
        judge: judge)
    }

    /// The verdict on the runs of the trials. Never fails: whatever is missing makes it undecided.
    package func ruling(on runs: Runs, of subject: Subject) -> Ruling {
      if needsProbe, !subject.usesProbe {
        return Ruling(
          .undecided,
          "this rule watches the operation's work; give it probe.run() or probe.begin to do", [])
      }
      do {
        let ruling = try judge(runs)
        // What was to be held meanwhile was not.
        guard ruling.verdict == .holds, let hasty = runs.withGateNeverOpened else { return ruling }
        return Ruling(
          .undecided,
          """
          in trial '\(hasty.program)' what was held went on before all had come to rest; the machine \
          may be busy
          """, ruling.evidence)
      } catch let missing as MissingEvidence {
        return Ruling(lacking: missing)
      } catch {
        return Ruling(.undecided, "\(error)", [])
      }
    }
  }
}

extension Conformance {
  /// What the trials say about a rule. Raw values are part of the JSON.
  public enum Verdict: String, Codable, Sendable {
    /// Nothing broke the rule in any trial.
    case holds
    /// The evidence shows it broken.
    case broken
    /// What would decide did not happen.
    case undecided
  }
}

/// What the trials say about a rule.
package struct Ruling: Sendable {
  package typealias Verdict = Conformance.Verdict

  /// Whether the rule was kept.
  package var verdict: Verdict
  /// What was done and what was seen.
  package var reason: Reason
  /// The events that decide.
  package var evidence: [Evidence]
  /// Why the rule is kept with a remark: it would not stand misuse, or it costs something. Cost and cure
  /// are then about that.
  package var remark: Reason?
  /// How to mend just what was seen, if the rule's own cure is not the one.
  package var cure: String?
  /// What just this costs in an app, if it is not what the rule says.
  package internal(set) var cost: String?
  /// What went wrong although the rule is undecided: another rule's affair, or so the judge thinks.
  package internal(set) var fault: Reason?
  /// Whether it rests only on what did not happen, in a trial that was not run with patience.
  var isProvisional = false
  /// Whether this process was no place to judge it, so that nothing may pass here.
  var isUnfit = false
  /// Where each thread was that stood in the user's files, innermost call first; the thread concerned
  /// first. Empty if that is not known.
  package internal(set) var stacks: [[StackFrame]] = []
  /// The order of steps that shows it broken; `nil` if none was looked for, or none does.
  package internal(set) var ordering: Ordering?
  /// The trial that leaves it in doubt; `nil` if that is the one which its evidence is of.
  var doubtful: String?

  /// A verdict with its reason and its events.
  package init(_ verdict: Verdict, _ reason: Reason, _ evidence: [Evidence]) {
    self.verdict = verdict
    self.reason = reason
    self.evidence = evidence
  }
}

extension Ruling {
  /// The reason, in a sentence.
  package var why: String { reason.words }

  /// How the trial ended that breaks the rule; `nil` if something else does.
  package var ending: Ending? { if case .ending(let ending) = reason { ending } else { nil } }

  /// How a process ended before its time that breaks the rule; `nil` if something else does.
  package var death: Ending.Manner? { reason.manner.flatMap { $0.isDeath ? $0 : nil } }

  /// Whether it may turn out that Foundation ended the process, and the class has no part in it.
  package var mayBeFoundations: Bool { death != nil || fault?.manner?.isDeath == true }

  /// Whether, after something that never happened, it was still executing: a thread may stand somewhere.
  var leavesThreads: Bool {
    let last = evidence.last { !$0.state.isEmpty }
    return verdict == .broken && isProvisional && last?.state.contains(.executing) == true
  }
}

package typealias Rule = Conformance.Rule
