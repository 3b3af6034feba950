import OperationBench

/// What was seen of a rule in the run of a life. It is no verdict: ``Ruling`` decides.
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
  /// Whether it depends only on a missing event, which patience may bring.
  let isProvisional: Bool
  /// The order of steps that breaks the rule, or `nil` without one.
  let ordering: Ruling.Ordering?

  init(
    _ answer: Answer, _ reason: Reason, _ evidence: [Evidence], way: Way? = nil,
    isProvisional: Bool = false, ordering: Ruling.Ordering? = nil
  ) {
    self.answer = answer
    self.reason = reason
    self.evidence = evidence
    self.way = way
    self.isProvisional = isProvisional
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

  /// How a process trapped or exited that breaks the rule, or would.
  var death: Ruling.Ending.EndKind? { reason.death ?? fault?.death }
}

/// A failure that a rule looks for in its lives, and whether it is there.
///
/// There are two kinds. An event that happened is certain. A missing event may only mean that the
/// wait was too short: the machine may be slow, a timer may be pending, and Dispatch waits a second
/// before it adds a thread to a full pool.
struct Fault {
  let isThere: Bool
  let reason: Ruling.Reason
  /// Whether it counts only if it recurs when the life is led again with patience.
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
  ///   - isProvisional: whether it holds only because something is missing, which patience may bring.
  ///   - run: that in which the work must be observable. `nil` if it need not be.
  static func holds(
    _ seen: Reason, _ evidence: [Evidence], unless faults: [Fault] = [], remark: Reason? = nil,
    way: Way? = nil, isProvisional: Bool = false, seeingWorkOf run: Run? = nil
  ) -> RuleFinding {
    if let fault = faults.first(where: \.isThere) {
      return RuleFinding(
        .broken, fault.reason, evidence, way: fault.way, isProvisional: fault.isProvisional)
    }
    guard run?.wasGivenWork != false else {
      return .undecided(
        """
        it finished, but whether it did its work cannot be seen: give it probe.run() or probe.begin \
        to do
        """, evidence)
    }
    return RuleFinding(
      .holds(remark: remark), seen, evidence, way: remark == nil ? nil : way,
      isProvisional: isProvisional)
  }

  /// Broken by an event that happened.
  static func broken(_ reason: Reason, _ evidence: [Evidence], way: Way? = nil) -> RuleFinding {
    RuleFinding(.broken, reason, evidence, way: way)
  }

  /// Broken by a missing event.
  static func missing(_ reason: Reason, _ evidence: [Evidence], way: Way? = nil) -> RuleFinding {
    RuleFinding(.broken, reason, evidence, way: way, isProvisional: true)
  }

  /// Undecided, because the failure belongs to another rule.
  ///
  /// - Parameters:
  ///   - fault: the failure, which the report names if no other rule does.
  ///   - isProvisional: whether it counts only if it recurs with patience.
  static func deferred(
    _ reason: Reason, fault: Reason, _ evidence: [Evidence], isProvisional: Bool = true
  ) -> RuleFinding {
    RuleFinding(.leaves(fault), reason, evidence, isProvisional: isProvisional)
  }

  /// Undecided, because what would decide was not seen.
  ///
  /// - Parameter isProvisional: whether patience may show it.
  static func undecided(
    _ reason: Reason, _ evidence: [Evidence] = [], isProvisional: Bool = false
  ) -> RuleFinding {
    RuleFinding(.open, reason, evidence, isProvisional: isProvisional)
  }

  /// Undecided, because the deciding evidence is missing.
  static func lacking(_ evidence: MissingEvidence, in run: Run) -> RuleFinding {
    guard case .event(let kind, let subject, _) = evidence else {
      return .undecided(.lacking(evidence))
    }
    // If the wait for rest timed out, no fault is known.
    guard kind != .settled || run.hasDied else { return .undecided(.lacking(evidence)) }
    let end = kind == .finished ? try? run.end(of: subject) : nil
    // What is missing may never have come because the process ended or a call did not return. A run
    // that only did not get as far shows no fault.
    let fault =
      run.death
      ?? (run.isInCancel
        ? .neverReturned(.cancel) : kind == .finished ? .lacking(evidence) : nil)
    return RuleFinding(
      fault.map(Answer.leaves) ?? .open, .lacking(evidence), [],
      way: end.flatMap { StuckState($0, in: run)?.way }, isProvisional: true)
  }
}
