import OperationBench

/// The ruling on a rule. ``init(_:of:isNamed:)`` decides, and nothing changes a ruling after that.
package struct Ruling: Sendable {
  package typealias Verdict = Conformance.Verdict

  /// Whether the rule was kept.
  package let verdict: Verdict
  /// The actions and the observations.
  package let reason: Reason
  /// The way in which it is broken, if it is not the rule's first and does not follow from the
  /// reason.
  package let way: Way?
  /// The calls of each thread in the user's files, innermost first. The thread concerned comes
  /// first. Empty if unknown.
  package let stacks: [[StackFrame]]
  /// What decides.
  let finding: RuleFinding
  /// The place of the round that decides.
  let round: Int
  /// In how many rounds the rule was broken.
  let brokenRounds: Int

  /// Decides on a rule.
  ///
  /// - Parameter isNamed: whether a broken rule may name a failure that this one leaves to others. If
  ///   none does, the failure breaks this rule.
  init(_ seen: Conformance.Report.Observations, of rule: Rule, isNamed: Bool = true) {
    let rounds = seen.rounds.map { rule.finding(in: $0, seen.pace) }
    // A rule is broken if one round shows it, and holds if all do.
    round = rounds.firstIndex(where: \.isBroken) ?? rounds.firstIndex { !$0.holds } ?? 0
    let found = seen.findings.isEmpty ? rounds[round] : .onOrders(seen.findings)
    let run = seen.run(deciding: found, inRound: round)
    // A process that Foundation ends says nothing about the class.
    let crash = found.death.flatMap { $0.isRefusal ? nil : run.flatMap(seen.stackReport) }
    finding =
      if let crash, crash.isFoundations, let death = found.death {
        .undecided(.foundation(death, known: crash.known?.words), found.evidence)
      } else {
        found
      }
    let left = isNamed ? nil : finding.fault
    verdict = left != nil || finding.isBroken ? .broken : finding.holds ? .holds : .undecided
    reason = left ?? finding.reason
    let way = finding.way ?? left?.way
    // Whether the operation did not finish, so that a thread may be blocked.
    let leavesThreads =
      way.map(StuckState.ways.contains) == true
      || finding.isBroken && finding.isProvisional
        && finding.evidence.last { !$0.state.isEmpty }?.state.contains(.executing) == true
    let isPlaced =
      verdict == .broken
      && (leavesThreads || reason.ending != nil || reason.death != nil || reason.neverReturns
        || [.measurement, .crowd].contains(rule.method))
    stacks = (crash ?? (isPlaced ? run.flatMap(seen.stackReport) : nil))?.stacks ?? []
    // A thread that has not returned from the operation's code is why it does not finish.
    let isStanding =
      way.map(StuckState.ways.contains) == true && stacks.joined().contains(where: \.isCallOfQueue)
    self.way = isStanding ? StuckState.standing.way : way
    brokenRounds = verdict == .broken ? max(1, rounds.count(where: \.isBroken)) : 0
  }

  /// The order of steps that decides a ruling.
  package struct Ordering: Sendable {
    /// A description of the scene, in a short sentence.
    package let summary: String
    /// The value of `--order` that repeats it.
    package let order: Order
    /// The steps of the run.
    package let run: Run
  }
}

extension Ruling {
  /// The events that decide.
  package var evidence: [Evidence] { finding.evidence }

  /// Why the rule holds only with a remark: the class does not tolerate misuse, or has a cost.
  package var remark: Reason? {
    if case .holds(let remark) = finding.answer { remark } else { nil }
  }

  /// The order of steps that breaks the rule, or `nil` without one.
  package var ordering: Ordering? { finding.ordering }

  /// The reason, in a sentence.
  package var why: String { reason.words }

  /// How the trial ended that breaks the rule, or `nil` if another fault breaks it.
  package var ending: Ending? { reason.ending }

  /// How a process trapped or exited that breaks the rule, or `nil` if another fault breaks it.
  package var death: Ending.EndKind? { reason.death }

  /// Whether it is undecided only because other rules cover the failure that was seen.
  package var isDeferred: Bool { verdict == .undecided && finding.fault != nil }
}

extension Conformance.Report {
  /// The runs of a rule's trials, one for each, and what its judge saw in them.
  struct Round: Sendable {
    let runs: [Run]
    let finding: RuleFinding
  }

  /// All that decides on a rule.
  struct Observations: Sendable {
    /// Not empty.
    var rounds: [Round]
    /// What is known of the operation that is left to itself.
    var pace: SoloRun?
    /// What came of the scenes that were run in chosen orders.
    var findings: [SceneFinding] = []
    /// Finds where the threads of a run were.
    var stackReport: StackFinder = { _ in nil }

    /// The run that shows a finding. `nil` if there is none.
    fileprivate func run(deciding finding: RuleFinding, inRound round: Int) -> Run? {
      if let ordering = finding.ordering { return ordering.run }
      guard
        let program = (finding.reason.ending ?? finding.fault?.ending)?.trial
          ?? finding.evidence.last?.program
      else { return rounds[round].runs.first }
      return (rounds[round].runs + [pace?.plain, pace?.held].compactMap(\.self))
        .first { $0.program == program }
    }
  }

  /// Finds where the threads of a run were. `nil` if that is not known.
  package typealias StackFinder = @Sendable (Run) -> StackReport?
}

extension Rule {
  /// The finding that counts in a round. It is the judge's, unless the process of a trial trapped,
  /// exited or hung and the judge did not see the rule broken.
  ///
  /// A hang or a slow trial does not override a judge with enough evidence, nor a trap one that has seen it. A later hang belongs to
  /// another rule.
  func finding(in round: Conformance.Report.Round, _ pace: SoloRun?) -> RuleFinding {
    let runs = round.runs
    if needsPlainEnd, pace?.isStuck == true {
      return .undecided(
        "one that is left alone does not finish, either. Mend that first", round.finding.evidence)
    }
    let spins = pace?.neverIdles == true
    let found: RuleFinding =
      if let obstacle = pace?.obstacle, round.finding.isLacking || pace?.isLate == true {
        .undecided(obstacle)
      } else {
        round.finding
      }
    if found.isBroken { return found.isProvisional ? found.ending(in: runs) ?? found : found }
    guard endings != .ignore else {
      // A machine that is too slow is not a fault of the class.
      guard found.fault != nil, runs.contains(where: \.detail.reachedDeadline) else { return found }
      return RuleFinding(.open, found.reason, found.evidence, way: found.way)
    }
    // In the order of the trials: runs come in as they end.
    let inOrder =
      trials.isEmpty
      ? runs
      : trials.compactMap { trial in
        runs.first { $0.program == trial.name }
      }
    let violent = inOrder.compactMap { run in run.violentEnding.map { (run: run, ending: $0) } }
    let left = Set(trials.filter(\.defersTraps).map(\.name))
    guard
      let (run, ending) = violent.first(where: {
        !left.contains($0.run.program) && (!found.holds || $0.run.hasDied && found.death == nil)
      })
    else {
      guard !found.holds, let other = violent.first?.ending else { return found }
      return .deferred(
        "\(other.reason.words); mend that first", fault: other.reason, other.evidence)
    }
    if spins, run.detail.reachedDeadline {
      return found.holds
        ? found : .deferred(pace?.obstacle ?? ending.reason, fault: ending.reason, [])
    }
    guard endings == .breaksRule, pace?.plain.violentEnding != nil else { return ending }
    return found.holds
      ? found
      : .deferred(
        "it goes wrong even when it is left alone in a queue; mend that first",
        fault: ending.reason, ending.evidence)
  }
}

extension RuleFinding {
  /// Whether a trial was not run.
  fileprivate var isLacking: Bool { if case .lacking(.run) = reason { true } else { false } }

  /// How a run ended in which the judge missed an event: no event came after that.
  fileprivate func ending(in runs: [Run]) -> RuleFinding? {
    evidence.lazy.map(\.program).reversed().compactMap { program in
      runs.first { $0.program == program }
    }.first { $0.hasDied || !reason.neverReturns && $0.violentEnding != nil }?.violentEnding
  }
}

extension Run {
  /// Whether the process trapped or exited.
  var hasDied: Bool { outcome == .traps || outcome == .exits || sanitizedCrash != nil }

  /// Whether an address without memory ended it.
  var hasFaulted: Bool { ["SIGSEGV", "SIGBUS"].contains(detail.signal) }

  /// The crash that the thread sanitizer has reported, if any.
  var sanitizedCrash: SanitizedCrash? { SanitizedCrash(in: detail.output) }

  /// Whether reading the operation's state never returned.
  var givesNoAnswer: Bool { trace.events.contains { $0.mark == Bench.noAnswer } }

  /// How the process trapped or exited, or `nil` if it did not.
  var death: Ruling.Reason? { hasDied ? violentEnding?.reason : nil }

  /// The finding in a run that trapped, exited or hung, or `nil` if it did not.
  var violentEnding: RuleFinding? {
    if let crash = sanitizedCrash {
      return broken(.trapped(signal: crash.signal, message: fatalMessage))
    }
    return switch outcome {
    case .completes: nil
    case .traps: broken(.trapped(signal: detail.signal, message: fatalMessage))
    case .exits: broken(.exited(status: detail.exitStatus ?? 0))
    case .hangs:
      if detail.reachedDeadline {
        // The machine may have been busy with other work.
        broken(.busy, isProvisional: true)
      } else if givesNoAnswer {
        broken(.noAnswer, isProvisional: true)
      } else if snapshot?.isProgramBlocked == true {
        broken(.blocked, isProvisional: true)
      } else {
        // Includes runs that never became idle, because the machine may have been too busy.
        nil
      }
    }
  }

  private func broken(_ manner: Ruling.Ending.EndKind, isProvisional: Bool = false) -> RuleFinding {
    let last = trace.events.suffix(4).map { Evidence(program: program, event: $0) }
    let isMaking = manner.isDeath && detail.isMaking == true
    return RuleFinding(
      .broken, .ending(Ruling.Ending(trial: program, manner: manner, isMaking: isMaking)), last,
      doubtful: isProvisional ? [program] : [])
  }
}
