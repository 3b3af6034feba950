import Foundation
import OperationLab

/// Decides the rules over lives. The lives of a class are led side by side. What goes wrong there is
/// led again alone, and what only did not happen alone is led once more with patience.
///
/// So a life is run three times at most. A rule is broken by the plainest life that breaks it.
struct LifeRunner {
  let subject: Subject
  let rules: [Rule]
  let pace: Pace
  let settings: TrialScheduler.Settings
  let host: BatteryRunner.Host
  /// How many events happen in a life, at most.
  var events = 2

  /// What is known of the lives.
  private struct Knowledge {
    /// Those that keep all rules in company.
    var clean: Set<Life> = []
    /// Runs to show of these.
    var shown: [Life: Run] = [:]
    var alone: [Life: Run] = [:]
    var patient: [Life: Run] = [:]
    /// Why a life says nothing.
    var notDecided: [Life: String] = [:]
  }

  /// What comes next for a rule.
  private enum Next {
    case decided(Conformance.Report.Round)
    case alone([Life])
    case patient(Life)
  }

  /// Runs the lives and judges the rules. Blocks the calling thread.
  ///
  /// - Throws: an error in one line when a process cannot be started.
  ///
  /// - Parameter tell: gets each result.
  func results(
    _ tell: (Conformance.Report.Result) -> Void
  ) throws -> [Conformance.Report.Result] {
    guard !rules.isEmpty else { return [] }
    let all = try (0..<settings.rounds).map { _ in try rounds() }
    return rules.enumerated().map { place, rule in
      let result = Conformance.Report.Result(
        rule, Conformance.Report.Seen(rounds: all.map { $0[place] }, pace: pace))
      tell(result)
      return result
    }
  }

  private func rounds() throws -> [Conformance.Report.Round] {
    var knowledge = Knowledge()
    let decidable = rules.filter { $0.isDecidable(on: subject) }
    guard !pace.isEndless else {
      return rules.map { _ in
        Conformance.Report.Round(
          runs: [], finding: .undecided("it never becomes idle. Mend does-not-spin first"))
      }
    }
    let lives = Life.all(events: events).filter { life in
      decidable.contains { $0.concerns(life) }
    }
    try runInCompany(lives, decidable, &knowledge)
    while true {
      let next = rules.map { self.next(for: $0, lives, knowledge) }
      var alone: Set<Life> = []
      var patient: Set<Life> = []
      for next in next {
        if case .alone(let lives) = next { alone.formUnion(lives) }
        if case .patient(let life) = next { patient.insert(life) }
      }
      if alone.isEmpty, patient.isEmpty {
        return next.compactMap { if case .decided(let round) = $0 { round } else { nil } }
      }
      try run(Array(alone), isPatient: false, &knowledge)
      try run(Array(patient), isPatient: true, &knowledge)
    }
  }

  /// Judges the lives of a rule, the plainest first, up to one that breaks it.
  private func next(for rule: Rule, _ lives: [Life], _ knowledge: Knowledge) -> Next {
    guard rule.isDecidable(on: subject) else {
      return .decided(
        Conformance.Report.Round(runs: [], finding: rule.finding(in: [], of: subject)))
    }
    var open: (life: Life, round: Conformance.Report.Round)?
    var remark: Conformance.Report.Round?
    var kept: [Run] = []
    let concerned = lives.filter { rule.concerns($0) && !knowledge.clean.contains($0) }
    for life in concerned {
      // What fails in a plainer life fails here, too.
      if let open, life.contains(open.life) { continue }
      if let words = knowledge.notDecided[life] {
        open = open ?? (life, Conformance.Report.Round(runs: [], finding: .undecided(.seen(words))))
        continue
      }
      guard let alone = knowledge.alone[life] else {
        // Others are tried beside it, for it may keep the rule.
        let others = concerned.filter {
          knowledge.alone[$0] == nil && !(open.map { $0.life }.map($0.contains) ?? false)
        }
        return .alone(Array(others.prefix(Self.ahead)))
      }
      let run = knowledge.patient[life] ?? alone
      let finding = rule.finding(in: run, of: life, subject)
      if finding.isProvisional, knowledge.patient[life] == nil, pace.plain.snapshot != nil {
        return .patient(life)
      }
      let round = Conformance.Report.Round(runs: [run], finding: finding)
      if finding.isBroken || run.hasDied { return .decided(round) }
      guard finding.holds else {
        open = open ?? (life, round)
        continue
      }
      if finding.remark != nil { remark = remark ?? round }
      kept.append(run)
    }
    kept += lives.lazy.filter(rule.concerns).compactMap { knowledge.shown[$0] }.prefix(1)
    if let open { return .decided(open.round) }
    if let remark { return .decided(remark) }
    return .decided(holding(rule, kept, lives.count { rule.concerns($0) }))
  }

  /// A rule that holds in all lives, with one of them to show.
  private func holding(_ rule: Rule, _ runs: [Run], _ count: Int) -> Conformance.Report.Round {
    guard let run = runs.first, let life = Life.named(run.program) else {
      return Conformance.Report.Round(
        runs: [], finding: .undecided("no life of it could be seen"))
    }
    return Conformance.Report.Round(runs: [run], finding: rule.finding(in: run, of: life, subject))
  }

  /// Leads many lives at once, in few processes. What goes wrong there shows nothing yet.
  private func runInCompany(
    _ lives: [Life], _ rules: [Rule], _ knowledge: inout Knowledge
  ) throws {
    // The plainest life of each rule is shown if the rule holds.
    let shown = Set(rules.compactMap { rule in lives.first(where: rule.concerns)?.name })
    // Where one of them ends the process or holds up the others, those of other kinds go on.
    let kinds = Dictionary(grouping: lives.filter { !$0.isAlone }) { $0.happenings.first?.stage }
    let companies = Array(kinds.values)
    let found = Locked<[LifeReport]>([])
    SideBySide(crew: settings.width).perform(companies.count) { place in
      let order = LivesOrder(
        lives: companies[place], rules: rules.map(\.id), shown: shown, patience: pace.patience,
        keepsWork: pace.keepsWork, pieces: pace.pieces)
      let received = Locked(ReceivedMessages())
      // A company that does not come to its end says nothing.
      _ = try? host(order).run(deadline: settings.deadline) { line in
        if let message = try? ChildMessage(line: line) { received.withLock { $0.take(message) } }
      }
      found.withLock { $0 += received.withLock { $0.lives } }
    }
    for report in found.withLock({ $0 }) {
      guard report.isClean, let life = Life.named(report.life) else { continue }
      knowledge.clean.insert(life)
      knowledge.shown[life] = report.run
    }
  }

  /// How many lives of a rule are led beside the next one.
  private static let ahead = 6

  /// Leads each of these lives in a process of its own.
  private func run(_ lives: [Life], isPatient: Bool, _ knowledge: inout Knowledge) throws {
    let found = Locked<[Life: Result<Run, any Error>]>([:])
    SideBySide(crew: isPatient ? 8 : settings.width).perform(lives.count) { place in
      let life = lives[place]
      let order = LivesOrder(
        lives: [life], rules: [], patience: pace.patience, isPatient: isPatient,
        keepsWork: pace.keepsWork, pieces: pace.pieces)
      let limit = settings.deadline + (isPatient ? settings.patientTime : .zero)
      let run = Result { try ProgramRunner(child: host(order), deadline: limit).run(life.name) }
      found.withLock { $0[life] = run }
    }
    for (life, run) in found.withLock({ $0 }) {
      do {
        let run = try run.get()
        if isPatient { knowledge.patient[life] = run } else { knowledge.alone[life] = run }
      } catch let late as NotDecided {
        knowledge.notDecided[life] = "\(late)"
      }
    }
  }
}

extension RuleFinding {
  /// Whether it holds without a remark.
  var isClean: Bool { holds && remark == nil }

  var remark: Reason? { if case .holds(let remark) = answer { remark } else { nil } }
}

extension Rule {
  /// What is so in a life.
  func finding(in run: Run, of life: Life, _ subject: Subject) -> RuleFinding {
    finding(in: [run], of: subject)
  }
}
