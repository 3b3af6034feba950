extension Conformance {
  /// A property that the user of a queue may rely on with any operation.
  ///
  /// A rule judges effects that a queue's user can observe, never style.
  public struct Rule: Sendable {
    /// The id that `--rule` takes. It is part of the JSON and never renamed.
    public let id: String
    /// The rule itself, in a sentence.
    public let statement: String
    /// The ways to break it besides ``Way/general``. The first applies if a ruling names none.
    package let ways: [Way]
    /// The lesson that explains it.
    public let lesson: Int
    /// Whether an operation must do the probe's work for a verdict.
    package let needsProbe: Bool
    /// The effect on the rule of a trial that traps or hangs.
    let endings: Endings
    /// How its trials are run.
    let method: Method
    /// The rules that are usually broken because it is.
    let explains: @Sendable () -> [Explanation]
    /// The trials that decide it.
    package let trials: [Trial]
    private let judge: @Sendable (Runs) throws -> Ruling

    /// Creates a rule. Its id must be unique among all rules.
    ///
    /// - Parameters:
    ///   - id: such as `cancel-before-start`.
    ///   - statement: the property that the user of a queue may rely on.
    ///   - cost: the cost in an app of breaking it.
    ///   - cure: how to fix the class.
    ///   - lesson: the number of the lesson that explains it.
    ///   - ways: other ways to break it, each with its own cost and cure.
    ///   - needsProbe: whether it can only be decided when the operation works with the ``Probe``.
    ///   - endings: the effect of a trial that traps or hangs.
    ///   - method: how its trials are run.
    ///   - explains: the rules that are usually broken because it is. A function, because rules
    ///     explain each other.
    ///   - trials: the trials that decide it.
    ///   - judge: a pure function of the trials' runs, by trial name. It throws
    ///     ``MissingEvidence`` when an event that would decide is not there.
    package init(
      _ id: String, _ statement: String, cost: String, cure: String, lesson: Int,
      ways: [Way] = [], needsProbe: Bool = false, endings: Endings = .convict,
      method: Method = .trials, explains: @escaping @Sendable () -> [Explanation] = { [] },
      trials: [Trial],
      judge: @escaping @Sendable (Runs) throws -> Ruling
    ) {
      self.id = id
      self.statement = statement
      self.ways = [Way(cost: cost, cure: cure)] + ways
      self.lesson = lesson
      self.needsProbe = needsProbe
      self.endings = endings
      self.method = method
      self.explains = explains
      self.trials = trials
      self.judge = judge
    }

    /// The effect on a rule of a trial that trapped, exited or hung, so that its judge lacks
    /// events.
    package enum Endings: Sendable {
      /// The rule is broken, unless the operation ends in the same way when left to itself. Other
      /// rules name that fault.
      case convict
      /// The rule is broken, because it is about an operation that is left to itself.
      case convictAlways
      /// The judge has considered it.
      case ignore
    }

    /// How the trials of a rule are run.
    package enum Method: Sendable {
      /// Each once, and with patience if only a missing event breaks the rule.
      case trials
      /// Before all others: its trial tells whether the operation ever becomes idle.
      case measurement
      /// With many operations at once, patient itself.
      case crowd
      /// Many times by chance, beside the scenes that are run in chosen orders.
      case orders
    }

    /// The verdict on the runs of the trials. It never fails, because missing evidence makes it
    /// undecided.
    package func ruling(on runs: Runs, of subject: Subject) -> Ruling {
      if needsProbe, !subject.usesProbe {
        return Ruling(
          .undecided,
          "this rule watches the operation's work. Give it probe.run() or probe.begin to do", [])
      }
      if let run = runs.first(where: \.wasNeverReady) { return .notReady(in: run) }
      do {
        let ruling = try judge(runs)
        // A gate opened too early.
        guard ruling.verdict == .holds, let hasty = runs.withGateNeverOpened else { return ruling }
        return Ruling(
          .undecided,
          """
          in trial '\(hasty.program)' what was held continued before the process was idle. The machine may \
          be busy
          """, ruling.evidence)
      } catch let missing as MissingEvidence {
        return Ruling(lacking: missing, in: runs)
      } catch {
        return Ruling(.undecided, "\(error)", [])
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

/// The ruling of the trials on a rule.
package struct Ruling: Sendable {
  package typealias Verdict = Conformance.Verdict

  /// Whether the rule was kept.
  package var verdict: Verdict
  /// The actions and the observations.
  package var reason: Reason
  /// The events that decide.
  package var evidence: [Evidence]
  /// Why the rule holds only with a remark: the class does not tolerate misuse, or has a cost. The
  /// way is then about the remark.
  package var remark: Reason?
  /// The way in which it is broken, if it is not the rule's first and does not follow from the
  /// reason.
  package internal(set) var way: Way?
  /// The failure in the trials of an undecided rule. The judge assumes that it belongs to another
  /// rule.
  package internal(set) var fault: Reason?
  /// The trials from which an event is missing that patience may bring, likeliest first.
  var doubtful: [String] = []
  /// The calls of each thread in the user's files, innermost first. The thread concerned comes
  /// first. Empty if unknown.
  package internal(set) var stacks: [[StackFrame]] = []
  /// The order of steps that breaks the rule, or `nil` without one.
  package internal(set) var ordering: Ordering?

  /// A verdict with its reason and its events.
  package init(_ verdict: Verdict, _ reason: Reason, _ evidence: [Evidence]) {
    self.verdict = verdict
    self.reason = reason
    self.evidence = evidence
  }
}

extension Ruling {
  /// Whether it depends only on a missing event in a trial without patience.
  var isProvisional: Bool { !doubtful.isEmpty }

  /// The reason, in a sentence.
  package var why: String { reason.words }

  /// How the trial ended that breaks the rule, or `nil` if another fault breaks it.
  package var ending: Ending? { if case .ending(let ending) = reason { ending } else { nil } }

  /// How a process trapped or exited that breaks the rule, or `nil` if another fault breaks it.
  package var death: Ending.Manner? { reason.manner.flatMap { $0.isDeath ? $0 : nil } }

  /// How a process trapped or exited that breaks the rule, or would.
  var anyDeath: Ending.Manner? {
    death ?? (leavesFault ? fault?.manner.flatMap { $0.isDeath ? $0 : nil } : nil)
  }

  /// Whether it may turn out that Foundation trapped without a fault of the class.
  package var mayBeFoundations: Bool { anyDeath != nil }

  /// Takes the stacks. A thread that has not returned from the operation's code is why it does not
  /// finish.
  mutating func stand(in stackReport: StackReport) {
    stacks = stackReport.stacks
    let isStuck = way.map(Stuck.ways.contains) == true
    if isStuck, stackReport.stacks.joined().contains(where: \.isCallOfQueue) {
      way = Stuck.standing.way
    }
  }

  /// Whether the operation did not finish, so that a thread may be blocked.
  var leavesThreads: Bool {
    let last = evidence.last { !$0.state.isEmpty }
    return verdict == .broken
      && (way.map(Stuck.ways.contains) == true
        || isProvisional && last?.state.contains(.executing) == true)
  }
}

package typealias Rule = Conformance.Rule
