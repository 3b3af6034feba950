import OperationBench

/// What was seen of a rule in the runs of its trials. It is no verdict: ``Ruling`` decides.
package struct RuleFinding: Sendable {
  typealias Reason = Ruling.Reason

  /// What it says about the rule.
  enum Answer {
    /// The rule was kept. The remark says that the class does not tolerate misuse, or has a cost. The
    /// way is then about the remark.
    case holds(remark: Reason?)
    /// The rule was broken.
    case broken
    /// There was a failure, which the judge assumes to belong to another rule.
    case leaves(Reason)
    /// What would decide was not seen.
    case open
  }

  let answer: Answer
  /// The actions and the observations.
  let reason: Reason
  /// The events that decide.
  let evidence: [Evidence]
  /// The way in which the rule is broken, if it is not its first and does not follow from the reason.
  let way: Way?
  /// The trials from which an event is missing that patience may bring, likeliest first.
  let doubtful: [String]
  /// The order of steps that breaks the rule, or `nil` without one.
  let ordering: Ruling.Ordering?

  init(
    _ answer: Answer, _ reason: Reason, _ evidence: [Evidence], way: Way? = nil,
    doubtful: [String] = [], ordering: Ruling.Ordering? = nil
  ) {
    self.answer = answer
    self.reason = reason
    self.evidence = evidence
    self.way = way
    self.doubtful = doubtful
    self.ordering = ordering
  }
}

extension RuleFinding {
  var holds: Bool { if case .holds = answer { true } else { false } }

  var isBroken: Bool { if case .broken = answer { true } else { false } }

  /// Whether nothing was seen that decides.
  var isOpen: Bool { if case .open = answer { true } else { false } }

  /// The failure that it leaves to other rules, if any.
  var fault: Reason? { if case .leaves(let fault) = answer { fault } else { nil } }

  /// Whether it depends only on a missing event in a trial without patience.
  var isProvisional: Bool { !doubtful.isEmpty }

  /// How a process trapped or exited that breaks the rule, or would.
  var death: Ruling.Ending.EndKind? { reason.death ?? fault?.death }
}

/// A failure that a rule looks for in its trials, and whether it is there.
///
/// There are two kinds. An event that happened is certain. A missing event may only mean that the
/// wait was too short: the machine may be slow, a timer may be pending, and Dispatch waits a second
/// before it adds a thread to a full pool.
struct Fault {
  let isThere: Bool
  let reason: Ruling.Reason
  /// Whether it counts only if it recurs when the trial is repeated with patience.
  let isProvisional: Bool
  /// The way in which the rule is broken, or `nil` for its first.
  let way: Way?

  /// An event happened that must not.
  static func seen(
    _ isThere: Bool, _ reason: @autoclosure () -> Ruling.Reason, way: Way? = nil
  ) -> Fault {
    Fault(isThere: isThere, reason: isThere ? reason() : "", isProvisional: false, way: way)
  }

  /// An event did not happen, or not yet.
  static func missing(
    _ isThere: Bool, _ reason: @autoclosure () -> Ruling.Reason, way: Way? = nil
  ) -> Fault {
    Fault(isThere: isThere, reason: isThere ? reason() : "", isProvisional: true, way: way)
  }
}

extension RuleFinding {
  /// Holds unless one of the faults is there. The first of them is the reason.
  ///
  /// - Parameters:
  ///   - remark: a remark on a rule that holds, if any. The way is about it.
  ///   - doubtful: the trial of a comparison that failed as well. It must also fail with patience.
  ///   - runs: those in which the work must be observable.
  static func holds(
    _ seen: Reason, _ evidence: [Evidence], unless faults: [Fault] = [], remark: Reason? = nil,
    way: Way? = nil, unlessIn doubtful: String? = nil, seeingWorkOf runs: [Run] = []
  ) -> RuleFinding {
    let programs = Array(evidence.map(\.program).reversed())
    if let fault = faults.first(where: \.isThere) {
      return RuleFinding(
        .broken, fault.reason, evidence, way: fault.way,
        doubtful: fault.isProvisional ? programs : [])
    }
    guard runs.allSatisfy(\.wasGivenWork) else {
      return .undecided(
        """
        it finished, but whether it did its work cannot be seen: give it probe.run() or probe.begin \
        to do
        """, evidence)
    }
    return RuleFinding(
      .holds(remark: remark), seen, evidence, way: remark == nil ? nil : way,
      doubtful: doubtful.map { [$0] + programs } ?? [])
  }

  /// Broken by an event that happened.
  static func broken(_ reason: Reason, _ evidence: [Evidence], way: Way? = nil) -> RuleFinding {
    RuleFinding(.broken, reason, evidence, way: way)
  }

  /// Broken by a missing event.
  static func missing(_ reason: Reason, _ evidence: [Evidence], way: Way? = nil) -> RuleFinding {
    .holds("", evidence, unless: [.missing(true, reason, way: way)])
  }

  /// Undecided, because the failure belongs to another rule.
  ///
  /// - Parameters:
  ///   - fault: the failure, which the report names if no other rule does.
  ///   - doubtful: the trial that must also fail with patience, if the evidence does not name it.
  static func deferred(
    _ reason: Reason, fault: Reason, _ evidence: [Evidence], unlessIn doubtful: String? = nil
  ) -> RuleFinding {
    RuleFinding(
      .leaves(fault), reason, evidence,
      doubtful: [doubtful].compactMap { $0 } + evidence.map(\.program).reversed())
  }

  /// Undecided, because what would decide was not seen.
  ///
  /// - Parameter doubtful: the trial that may show it with patience.
  static func undecided(
    _ reason: Reason, _ evidence: [Evidence] = [], unlessIn doubtful: String? = nil
  ) -> RuleFinding {
    RuleFinding(.open, reason, evidence, doubtful: [doubtful].compactMap { $0 })
  }

  /// Undecided, because the deciding evidence is missing.
  static func lacking(_ evidence: MissingEvidence, in runs: Runs) -> RuleFinding {
    guard case .event(let kind, let subject, let trial) = evidence else {
      return .undecided(.lacking(evidence))
    }
    let run = runs.run(trial)
    // If the wait for rest timed out, no fault is known.
    guard kind != .settled || run?.hasDied == true else { return .undecided(.lacking(evidence)) }
    let end = kind == .finished ? try? run?.end(of: subject) : nil
    // What is missing may never have come because the process ended or a call did not return. A run
    // that only did not get as far shows no fault.
    let fault =
      run?.death
      ?? (run?.isInCancel == true
        ? .neverReturned(.cancel) : kind == .finished ? .lacking(evidence) : nil)
    return RuleFinding(
      fault.map(Answer.leaves) ?? .open, .lacking(evidence), [],
      way: end.flatMap { end in run.flatMap { StuckState(end, in: $0)?.way } }, doubtful: [trial])
  }
}
