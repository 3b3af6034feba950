extension ConformanceReport {
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
    for explanation in Explanation.all {
      let lead = left.first { $0.rule.id == explanation.rule }
      guard let lead, lead.ruling.ending == nil || explanation.leads(lead.ruling),
        !explanation.isOfHeldCancel
          || lead.ruling.reason.neverReturns && left.contains(where: \.isHeldCancel)
      else { continue }
      take(lead) { explanation.explains($0.rule.id) }
    }
    while let first = left.first(where: { $0.ruling.ending != nil }) {
      // If another rule ends in the same way, it is the cause rather than `cancel-sets-cancelled`.
      let isOther = { (other: Result) in other.rule.id != Rule.cancelSetsCancelled.id }
      take(left.first { first.endsLike($0) && isOther($0) } ?? first)
    }
    while let lead = left.first {
      take(lead) { $0.rule.id == Rule.survivesRaces.id }
    }
    return causes
  }
}

/// Which rules are broken when a certain one is.
struct Explanation {
  fileprivate let rule: String
  /// `nil` for all.
  private let symptoms: Set<String>?
  /// The trial in which it is also the cause of a trap, exit or hang.
  private var ending = Ending.none
  /// Whether it is the cause only where `cancel()` never returns although nothing has begun.
  fileprivate var isOfHeldCancel = false

  private enum Ending {
    case none, any
    case trial(String)
  }

  fileprivate func leads(_ ruling: Ruling) -> Bool {
    switch ending {
    case .none: false
    case .any: true
    case .trial(let name): ruling.ending?.trial == name
    }
  }

  fileprivate func explains(_ rule: String) -> Bool { symptoms?.contains(rule) ?? true }

  private init(
    _ rule: Rule, _ symptoms: [Rule]?, ending: Ending = .none, isOfHeldCancel: Bool = false
  ) {
    self.rule = rule.id
    self.symptoms = symptoms.map { Set($0.map(\.id)) }
    self.ending = ending
    self.isOfHeldCancel = isOfHeldCancel
  }

  /// The rank of a rule among causes, the deepest first. Rules that explain nothing come last.
  static func depth(of rule: String) -> Int {
    all.firstIndex { $0.rule == rule } ?? all.count
  }

  /// From the deepest causes on.
  fileprivate static let all: [Explanation] = [
    Explanation(.askingChangesNothing, nil),
    Explanation(.doesNotSpin, nil),
    Explanation(.startsFresh, nil),
    Explanation(.noFinishBeforeStart, cancelledEarly + [.nextOneRuns]),
    Explanation(
      .finishIsAnnounced,
      [
        .completesInAQueue, .cancelWhileRunning, .completionBlockOnce, .freesItsSlot, .isReleased,
        .cancelBeforeWork, .nextOneRuns,
        .completesByHand, .mainThreadMayWait, .manyAtOnce, .finishSurvivesRepetition,
        .survivesRaces, .cancelAfterFinish,
      ], ending: .any),
    Explanation(
      .completesInAQueue,
      [
        .completesByHand, .finishIsAnnounced, .cancelWhileRunning, .cancelAfterFinish,
        .cancelBeforeWork, .nextOneRuns,
        .completionBlockOnce, .freesItsSlot, .isReleased, .mainThreadMayWait, .manyAtOnce,
        .finishSurvivesRepetition, .waitsForDependencies, .executingWhileWorking, .survivesRaces,
        .cancelIgnoresDependencies, .cancelBeforeEnqueue, .cancelWhileQueued, .endsNotExecuting,
        .noFinishBeforeWorkEnds, .cancelReturns, .asynchronousStartReturns,
      ], ending: .any),
    Explanation(.completesByHand, [.finishIsAnnounced, .survivesRaces, .worksOnce]),
    Explanation(
      .cancelReturns,
      cancelledEarly + [
        .cancelSetsCancelled, .noFinishBeforeStart, .mayBeLetGo, .cancelWhileRunning,
        .cancelAfterFinish, .cancelBeforeWork, .nextOneRuns,
      ], ending: .any, isOfHeldCancel: true),
    Explanation(
      .cancelSetsCancelled, cancelledEarly + [.cancelWhileRunning], ending: .trial("by-itself")),
    Explanation(.cancelBeforeStart, cancelledEarly),
    Explanation(.cancelBeforeEnqueue, cancelledEarly),
    Explanation(.cancelsOnlyItself, [.cancelWhileRunning, .cancelWhileQueued, .survivesRaces]),
    Explanation(
      .cancelReturns, [.cancelWhileRunning, .cancelAfterFinish, .cancelBeforeWork, .survivesRaces]),
    Explanation(
      .worksOnce, [.survivesRaces, .cancelAfterFinish, .cancelWhileRunning, .completionBlockOnce]),
    Explanation(
      .cancelWhileRunning,
      [
        .completionBlockOnce, .isReleased, .staysCancelled, .cancelBeforeWork, .nextOneRuns,
        .survivesRaces,
      ]),
    Explanation(.cancelBeforeWork, [.completionBlockOnce, .isReleased, .survivesRaces]),
    Explanation(.nextOneRuns, [.manyAtOnce, .survivesRaces]),
    Explanation(.waitsForDependencies, [.cancelIgnoresDependencies, .survivesRaces]),
    Explanation(.noFinishBeforeWorkEnds, [.executingWhileWorking, .survivesRaces]),
    Explanation(.mayBeLetGo, [.isReleased], ending: .any),
    Explanation(
      .completionBlockOnce, [.finishSurvivesRepetition, .cancelAfterFinish, .survivesRaces]),
  ]

  /// The rules that an operation cancelled before its start may break.
  private static let cancelledEarly: [Rule] = [
    .cancelBeforeStart, .cancelBeforeEnqueue, .cancelWhileQueued, .cancelIgnoresDependencies,
    .completionBlockOnce, .isReleased, .endsNotExecuting, .staysCancelled, .survivesRaces,
  ]
}

extension ConformanceReport.Result {
  /// Whether it shows that `cancel()` of a new operation never returns.
  fileprivate var isHeldCancel: Bool {
    rule.id == Rule.cancelSetsCancelled.id && ruling.ending?.manner == .blocked
  }

  /// Whether a trial of each trapped, exited or hung in the same manner.
  fileprivate func endsLike(_ other: Self) -> Bool {
    ruling.ending != nil && ruling.ending?.manner == other.ruling.ending?.manner
  }
}
