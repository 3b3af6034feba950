import OperationBench

/// The ruling on a rule. It is made when all rules have been looked at, and nothing changes it after that.
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

  /// Decides on a rule.
  ///
  /// - Parameters:
  ///   - found: what counts of what was seen of it.
  ///   - run: the run that shows it. `nil` if there is none.
  ///   - isNamed: whether a broken rule may name a failure that this one leaves to others. If
  ///     none does, the failure breaks this rule.
  ///   - stackReport: finds where the threads of a run were.
  init(
    _ found: RuleFinding, in run: Run?, isNamed: Bool = true,
    _ stackReport: Conformance.Report.StackFinder = { _ in nil }
  ) {
    // A process that Foundation ends says nothing about the class.
    let crash = found.death.flatMap { $0.isRefusal ? nil : run.flatMap(stackReport) }
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
        || run.flatMap { Life.named($0.program) }?.isSole == true)
    stacks = (crash ?? (isPlaced ? run.flatMap(stackReport) : nil))?.stacks ?? []
    // A thread that has not returned from the operation's code is why it does not finish.
    let isStanding =
      way.map(StuckState.ways.contains) == true && stacks.joined().contains(where: \.isCallOfQueue)
    self.way = isStanding ? StuckState.standing.way : way
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

  /// How the life ended that breaks the rule, or `nil` if another fault breaks it.
  package var ending: Ending? { reason.ending }

  /// How a process trapped or exited that breaks the rule, or `nil` if another fault breaks it.
  package var death: Ending.EndKind? { reason.death }

  /// Whether it is undecided only because other rules cover the failure that was seen.
  package var isDeferred: Bool { verdict == .undecided && finding.fault != nil }
}

extension Conformance.Report {
  /// What was seen of a rule, and in which run.
  struct Sighting: Sendable {
    /// `nil` if nothing was run.
    var run: Run?
    var finding: RuleFinding

    /// The run that shows a finding. `nil` if there is none.
    func run(deciding finding: RuleFinding, _ pace: SoloRun?) -> Run? {
      if let ordering = finding.ordering { return ordering.run }
      let program =
        (finding.reason.ending ?? finding.fault?.ending)?.trial ?? finding.evidence.last?.program
      let known = [run, pace?.plain, pace?.held].compactMap(\.self)
      return program.flatMap { program in known.first { $0.program == program } } ?? run
    }
  }

  /// Finds where the threads of a run were. `nil` if that is not known.
  package typealias StackFinder = @Sendable (Run) -> StackReport?
}

extension Rule {
  /// The finding that counts. It is the judge's, unless the process trapped, exited or hung and the judge
  /// did not see the rule broken.
  ///
  /// A hang or a slow life does not override a judge with enough evidence, nor a trap one that has seen it.
  /// A later hang belongs to another rule.
  func finding(in seen: Conformance.Report.Sighting, _ pace: SoloRun?) -> RuleFinding {
    let run = seen.run
    if needsPlainEnd, pace?.isStuck == true {
      return .undecided(
        "one that is left alone does not finish, either. Mend that first", seen.finding.evidence)
    }
    let found: RuleFinding =
      if let obstacle = pace?.obstacle, run == nil || pace?.isLate == true {
        .undecided(obstacle)
      } else {
        seen.finding
      }
    if found.isBroken {
      guard found.isProvisional, let run, run.hasDied || !found.reason.neverReturns else {
        return found
      }
      // No event came after the end.
      return run.violentEnding ?? found
    }
    guard endings != .ignore else {
      // A machine that is too slow is not a fault of the class.
      guard found.fault != nil, run?.detail.reachedDeadline == true else { return found }
      return RuleFinding(.open, found.reason, found.evidence, way: found.way)
    }
    guard let run, let ending = run.violentEnding,
      !found.holds || run.hasDied && found.death == nil
    else { return found }
    if pace?.neverIdles == true, run.detail.reachedDeadline {
      return found.holds
        ? found
        : .deferred(
          pace?.obstacle ?? ending.reason, fault: ending.reason, [], isProvisional: false)
    }
    guard endings == .breaksRule, pace?.plain.violentEnding != nil else { return ending }
    return found.holds
      ? found
      : .deferred(
        "it goes wrong even when it is left alone in a queue; mend that first",
        fault: ending.reason, ending.evidence)
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
      isProvisional: isProvisional)
  }
}
