import OperationBench
import OperationDoctor

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
  /// One mistake shows in many lives. The plainest of them tells most about it, and in this one what
  /// came first.
  package var causes: [Cause] {
    var left = failures.enumerated().sorted { one, other in
      (one.element.depth + [one.offset])
        .lexicographicallyPrecedes(other.element.depth + [other.offset])
    }.map(\.element)
    var causes: [Cause] = []
    while let lead = left.first {
      let others = left.dropFirst()
      causes.append(Cause(result: lead, symptoms: others.filter(lead.explains)))
      left = others.filter { !lead.explains($0) }
    }
    // An answer that is missing at work and explains nothing harms less than what hangs.
    func isMild(_ cause: Cause) -> Bool { cause.result.lacksAnAnswer && cause.symptoms.isEmpty }
    return causes.filter { !isMild($0) } + causes.filter(isMild)
  }
}

extension Conformance.Report.Cause {
  /// The symptoms of which the same is seen.
  private var same: [Conformance.Report.Result] {
    symptoms.filter { $0.ruling.reason == result.ruling.reason }
  }

  /// All of which the same is seen, in a line: what happened to the operation in each of them, and the
  /// rules. `nil` if there are none.
  package var title: Phrase? {
    guard !same.isEmpty else { return nil }
    let ids = same.map(\.rule.id).joined(separator: ", ")
    let circumstances = Set(([result] + same).map(\.circumstances))
    guard circumstances.count == 1, let shared = circumstances.first, !shared.isEmpty else {
      return "The same breaks: \(ids)"
    }
    return "The same\(text: shared), breaks: \(ids)"
  }

  /// The other symptoms.
  package var others: [Conformance.Report.Result] {
    symptoms.filter { $0.ruling.reason != result.ruling.reason }
  }
}

extension Conformance.Report.Result {
  /// What makes the life special that decides. Empty if nothing does.
  fileprivate var circumstances: String { decidingLife?.circumstances ?? "" }

  /// How far from the mistake it may be. Compared place by place.
  fileprivate var depth: [Int] {
    if isMeasured { return [0] }
    if isNotCancelled { return [1] + Life.cancelled.place + [moment] }
    if let decidingLife { return [1] + decidingLife.place + [moment] }
    if rule.id == Rule.survivesRaces.id { return [3] }
    return run == nil ? [1, .max] : [2]
  }

  /// Whether another rule is broken as a consequence, as a rule.
  fileprivate func explains(_ other: Self) -> Bool {
    if isMeasured || other.rule.id == Rule.survivesRaces.id { return true }
    if let ending = ruling.ending, ending.manner == other.ruling.ending?.manner { return true }
    if cure == other.cure || isNotCancelled && other.worksUncancelled { return true }
    guard let decidingLife, moment <= other.moment || other.decidingLife == nil else {
      return false
    }
    // What is so at work explains nothing where the work never began.
    if last?.mark == .whileWorking, let run = other.run,
      run.work.isEmpty
    {
      return false
    }
    let contains =
      other.decidingLife.map { $0 == decidingLife || $0.contains(decidingLife) }
      // Many of them live plainly.
      ?? (decidingLife.isPlain && decidingLife.start == .queued)
    guard contains else { return false }
    return isAboutState || other.isAboutAbsence || !isAboutAbsence && other.last?.kind == last?.kind
  }

  /// The life that decides, if others may go on in it.
  private var decidingLife: Life? {
    last.flatMap { Life.named($0.program) }.flatMap { $0.isSole ? nil : $0 }
  }

  /// Whether it was found before all others: the operation never becomes idle.
  private var isMeasured: Bool { last.flatMap { Life.named($0.program) }?.start == .watched }

  private var last: Evidence? { ruling.evidence.last }

  /// Whether it answers untruly when it is asked for its state. Who relies on that goes wrong, too.
  private var isAboutState: Bool {
    !isAboutAbsence && (last?.kind == .observed || last?.kind == .settled)
  }

  /// Whether it does not say what is so while it works.
  fileprivate var lacksAnAnswer: Bool { isAboutAbsence && last?.mark == .whileWorking }

  /// Whether `cancel()` does not cancel it, which may show first where the work has begun.
  private var isNotCancelled: Bool { rule.id == Rule.cancelSetsCancelled.id }

  /// Whether it did work that an early `cancel()` should prevent, and was not cancelled after that.
  private var worksUncancelled: Bool {
    guard let decidingLife, !decidingLife.works, let run else {
      return false
    }
    return !run.work.isEmpty && (try? run.look(.afterCancel).state.contains(.cancelled)) == false
  }

  /// Whether something did not happen.
  private var isAboutAbsence: Bool { ruling.finding.isProvisional || ruling.ending != nil }

  /// How far the life had come, as it shows in the trace.
  private var moment: Int {
    guard let run else { return 0 }
    let seq = last?.seq ?? 0
    return run.trace.events.lazy.filter { $0.seq <= seq }.compactMap(\.moment).max() ?? 0
  }
}

extension Event {
  /// The place of the moment that it shows among those of a life.
  fileprivate var moment: Int? {
    guard subject == Life.subject else { return subject == "another" ? 7 : nil }
    return switch (kind, mark) {
    case (.observed, .whenNew?): 0
    case (.observed, .notStarted?): 1
    case (.observed, .whileWorking?): 2
    case (.observed, .look(.finished)?): 3
    case (.settled, _): 4
    case (.noted, .deallocated?), (.noted, .alive?): 5
    default: nil
    }
  }
}

extension Life {
  /// The plainest that is cancelled.
  fileprivate static let cancelled = Life(.unstarted, .cancel(.new))
}
