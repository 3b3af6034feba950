extension Conformance.Report {
  /// A defect and its consequences.
  package struct Cause: Sendable {
    /// The broken rule that is nearest to the mistake.
    package let result: Result
    /// Other broken rules that usually hold once this one does.
    package let symptoms: [Result]
  }

  /// The broken rules, grouped by what explains the others, causes first.
  ///
  /// One mistake shows in many trials. For most mistakes the nearest rule is known in advance.
  /// Trials that ended in the same trap, exit or hang belong together.
  package var causes: [Cause] {
    var left = failures
    var causes: [Cause] = []
    func take(_ lead: Result, explaining explains: (Result) -> Bool = { _ in false }) {
      func isSymptom(_ other: Result) -> Bool { explains(other) || lead.endsLike(other) }
      let others = left.filter { $0.rule.id != lead.rule.id }
      causes.append(Cause(result: lead, symptoms: others.filter(isSymptom)))
      left = others.filter { !isSymptom($0) }
    }
    let explanations = failures.flatMap { result in result.rule.explains().map { (result, $0) } }
    for (lead, explanation) in explanations.sorted(by: { $0.1.rank < $1.1.rank })
    where left.contains(where: { $0.rule.id == lead.rule.id })
      && explanation.applies(lead, left)
    {
      take(lead, explaining: explanation.explains)
    }
    while let first = left.first(where: { $0.ruling.ending != nil }) {
      // A rule that is the cause of endings in one trial only is not the cause of this one.
      let mayLead = { (other: Result) in
        other.rule.explains().allSatisfy { !$0.leadsInOneTrial }
      }
      take(left.first { first.endsLike($0) && mayLead($0) } ?? first)
    }
    while let lead = left.first {
      take(lead) { $0.rule.method == .orders }
    }
    return causes
  }
}

/// The rules that are usually broken because a certain one is.
package struct Explanation: Sendable {
  /// The traps, exits and hangs of which the rule is the cause, too.
  enum Endings {
    case none, all
    case inTrial(String)
  }

  /// The place among the explanations of all rules. The deepest cause has the lowest.
  let rank: Int
  private let symptoms: Set<String>?
  private let endings: Endings
  private let condition: @Sendable (Conformance.Report.Result, [Conformance.Report.Result]) -> Bool

  /// - Parameters:
  ///   - symptoms: the rules that are broken besides those that run orders, or `nil` for all.
  ///   - condition: gets the result and all others that no cause explains yet.
  init(
    rank: Int, _ symptoms: [Rule]? = nil, endings: Endings = .none,
    if condition:
      @escaping @Sendable (Conformance.Report.Result, [Conformance.Report.Result]) -> Bool = {
        _, _ in
        true
      }
  ) {
    self.rank = rank
    self.symptoms = symptoms.map { Set($0.map(\.id)) }
    self.endings = endings
    self.condition = condition
  }

  fileprivate func applies(
    _ result: Conformance.Report.Result, _ others: [Conformance.Report.Result]
  ) -> Bool {
    let leads =
      switch endings {
      case .none: result.ruling.ending == nil
      case .all: true
      case .inTrial(let name): result.ruling.ending.map { $0.trial == name } ?? true
      }
    return leads && condition(result, others)
  }

  fileprivate func explains(_ result: Conformance.Report.Result) -> Bool {
    result.rule.method == .orders || symptoms?.contains(result.rule.id) ?? true
  }

  fileprivate var leadsInOneTrial: Bool { if case .inTrial = endings { true } else { false } }

  /// The rules that an operation cancelled before its start may break.
  static let cancelledEarly: [Rule] = [
    .cancelBeforeStart, .cancelBeforeEnqueue, .cancelWhileQueued, .cancelIgnoresDependencies,
    .completionBlockOnce, .isReleased, .endsNotExecuting, .staysCancelled,
  ]
}

extension Conformance.Report.Result {
  /// Whether a trial of each trapped, exited or hung in the same manner.
  fileprivate func endsLike(_ other: Self) -> Bool {
    ruling.ending != nil && ruling.ending?.manner == other.ruling.ending?.manner
  }
}
