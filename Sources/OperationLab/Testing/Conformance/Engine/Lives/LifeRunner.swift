import Foundation
import OperationBench
import OperationLab

/// Decides rules. The lives of a class are led side by side, but for those that take all of a process.
/// What goes wrong there is led again alone, and what only did not happen alone is led once more with
/// patience.
///
/// So a life is run three times at most. A rule is broken by the plainest life that breaks it.
struct LifeRunner {
  /// How lives are led.
  struct Settings: Sendable {
    /// How many processes run at a time.
    let width: Int
    /// How long a process may take.
    let deadline: Duration
    /// The additional time for one that waits several times.
    let extraTime: Duration
    /// Whether the class may leave a timer behind.
    let awaitsTimers: Bool
  }

  typealias Sighting = Conformance.Report.Sighting

  let subject: Subject
  let rules: [Rule]
  let pace: SoloRun
  let settings: Settings
  let host: BatteryRunner.Host
  /// For what shows nothing if it goes wrong.
  let processes: SharedProcesses
  let progress: BatteryRunner.Progress
  /// How many events happen in a life, at most.
  var events = 2

  /// What is known of the lives.
  struct Knowledge {
    /// The rules that a life does not clearly keep in company. `nil` if that is not known.
    var doubts: [Life: Set<String>] = [:]
    /// Runs to show of these.
    var shown: [Life: Run] = [:]
    var alone: [Life: Run] = [:]
    var patient: [Life: Run] = [:]
    /// How they go that were led alone, as far as that was asked.
    var states: [Life: State] = [:]
    /// Why a life says nothing.
    var notDecided: [Life: String] = [:]

    /// What counts of a life.
    func run(_ life: Life) -> Run? { patient[life] ?? alone[life] }

    /// Whether it keeps all rules.
    func isClean(_ life: Life) -> Bool { doubts[life]?.isEmpty == true }

    func keeps(_ life: Life, _ rule: Rule) -> Bool { doubts[life]?.contains(rule.id) == false }
  }

  /// What comes next for a rule.
  enum Next {
    /// The second is a failure that another rule should name.
    case decided(Sighting, left: Sighting?)
    /// These lives must be led first.
    case lead(alone: Set<Life>, patient: Set<Life>)
  }

  /// Leads the lives and looks at them with each rule. Blocks the calling thread.
  ///
  /// - Returns: what was seen of each rule, and how many lives operations were led through.
  /// - Throws: an error in one line when a process cannot be started.
  func run() throws -> (sightings: [Sighting], lives: Int) {
    var knowledge = Knowledge()
    if let held = pace.held { knowledge.alone[Life(.watched)] = held }
    if let obstacle = pace.obstacle {
      let sightings = rules.map { rule in
        if let held = pace.held, rule.concerns(Life(.watched)) {
          return Sighting(run: held, finding: rule.finding(in: held))
        }
        // The measurement has seen the plainest life.
        let run = pace.neverIdles && rule.concerns(Life(.queued)) ? pace.plain : nil
        return Sighting(run: run, finding: .undecided(obstacle))
      }
      return (sightings, 0)
    }
    let decidable = rules.filter { $0.isDecidable(on: subject) }
    let lives = Life.all(events: events).filter { life in
      decidable.contains { $0.concerns(life) }
    }
    try runInCompany(lives.filter { knowledge.alone[$0] == nil }, decidable, &knowledge)
    let short = lives.filter { $0.happenings.count < 2 }
    let seen = try decide(short, &knowledge)
    let left = lives.filter { $0.happenings.count > 1 && !knowledge.isClean($0) }
    guard !left.isEmpty else { return (seen.map(\.sighting), lives.count) }
    // Where something goes wrong with one event, mend that first. To lead very many alone takes longer
    // than a check may.
    guard !seen.contains(where: \.isBroken), left.count < Self.mostAlone || events > 2 else {
      return (seen.map(\.sighting), lives.count - left.count)
    }
    return (try decide(lives, &knowledge).map(\.sighting), lives.count)
  }

  /// Leads these lives alone as far as rules need it, and judges the rules.
  private func decide(
    _ lives: [Life], _ knowledge: inout Knowledge
  ) throws -> [(sighting: Sighting, isBroken: Bool)] {
    while true {
      var sightings: [(sighting: Sighting, left: Sighting?)] = []
      var (alone, patient): (Set<Life>, Set<Life>) = ([], [])
      for rule in rules {
        switch next(for: rule, lives, &knowledge) {
        case .decided(let sighting, let left): sightings.append((sighting, left))
        case .lead(let others, let again):
          alone.formUnion(others)
          patient.formUnion(again)
        }
      }
      if alone.isEmpty, patient.isEmpty {
        // A failure that no rule names breaks those that have seen it.
        let broken = zip(rules, sightings).map { $0.finding(in: $1.sighting, pace).isBroken }
        return zip(sightings, broken).map {
          (broken.contains(true) ? $0.sighting : $0.left ?? $0.sighting, $1)
        }
      }
      try run(alone: alone, patient: patient, &knowledge)
    }
  }

  /// Judges the lives of a rule, the plainest first, up to one that breaks it.
  ///
  /// The first one always counts. Of the others those do of which no part goes wrong by itself: what
  /// they show besides may follow from that.
  func next(for rule: Rule, _ lives: [Life], _ knowledge: inout Knowledge) -> Next {
    guard rule.isDecidable(on: subject) else {
      return .decided(Sighting(finding: rule.undecidable), left: nil)
    }
    let concerned = lives.filter(rule.concerns)
    var open: Sighting?
    var left: Sighting?
    var remark: Sighting?
    var kept: [Run] = []
    var (alone, patient): (Set<Life>, Set<Life>) = ([], [])
    for life in concerned
    where !knowledge.keeps(life, rule) || life == concerned.first && knowledge.alone[life] != nil {
      // What a repeated end shows counts only where one end shows nothing.
      let isFirst = life == concerned.first && life.work != .endsTwice
      if !isFirst {
        let parts = lives.filter { life.contains($0) && !knowledge.isClean($0) }
        let states = parts.map { part in
          let state = knowledge.states[part] ?? state(of: part, knowledge)
          knowledge.states[part] = state
          return state
        }
        if states.contains(.spoils) { continue }
        // The plainest parts come first, for they may spoil the others.
        let open = zip(parts, states).filter { $1 != .sound }
        for (part, state) in open where !open.contains(where: { part.contains($0.0) }) {
          if state == .notLed { alone.insert(part) } else { patient.insert(part) }
        }
        if !open.isEmpty { continue }
      }
      if let words = knowledge.notDecided[life] {
        open = open ?? Sighting(finding: .undecided(.seen(words)))
        continue
      }
      guard let run = knowledge.run(life) else {
        alone.insert(life)
        continue
      }
      let finding = rule.finding(in: run)
      // Nothing else can be missing from a life in which the work begins without end.
      if run.worksEndlessly, !finding.isBroken || finding.isProvisional { continue }
      let sighting = Sighting(run: run, finding: finding)
      if isDoubtful(rule.finding(in: sighting, pace)), knowledge.patient[life] == nil {
        patient.insert(life)
        continue
      }
      // Of what was found the plainest counts, so all before must be known.
      guard alone.isEmpty, patient.isEmpty else { continue }
      if rule.finding(in: sighting, pace).isBroken {
        // In company another may have made the plainest go well, which goes wrong alone.
        if let first = concerned.first, knowledge.run(first) == nil,
          knowledge.notDecided[first] == nil
        {
          alone.insert(first)
          continue
        }
        return .decided(sighting, left: nil)
      }
      if finding.holds {
        if finding.remark != nil { remark = remark ?? sighting }
        kept.append(run)
      } else if finding.fault == nil {
        open = open ?? sighting
      } else {
        left = left ?? sighting
      }
    }
    guard alone.isEmpty, patient.isEmpty else { return .lead(alone: alone, patient: patient) }
    kept += concerned.filter { [knowledge] in knowledge.keeps($0, rule) }
      .compactMap { knowledge.shown[$0] }.prefix(1)
    if kept.isEmpty, concerned.contains(where: { knowledge.run($0)?.worksEndlessly == true }) {
      left = left ?? Sighting(finding: .undecided(Self.endless))
    }
    let held = kept.isEmpty ? left ?? holding(rule, kept) : holding(rule, kept)
    return .decided(open ?? remark ?? held, left: left)
  }

  private static let endless: Ruling.Reason = """
    its work begins again and again where it is cancelled or fails. Mend works-once first
    """

  /// How a life goes that others contain.
  enum State {
    case notLed, doubtful, sound
    /// A rule is broken in it before its end has come and gone.
    case spoils
  }

  private func state(of life: Life, _ knowledge: Knowledge) -> State {
    guard let run = knowledge.run(life) else {
      return knowledge.notDecided[life] == nil ? .notLed : .spoils
    }
    if run.worksEndlessly { return .spoils }
    let findings = rules.filter { $0.concerns(life) && $0.isDecidable(on: subject) }
      .map { rule in
        rule.finding(in: Sighting(run: run, finding: rule.finding(in: run)), pace)
      }
    if knowledge.patient[life] == nil,
      findings.contains(where: { isDoubtful($0) && ($0.fault != nil || $0.spoils(run)) })
    {
      return .doubtful
    }
    // What shows nothing with patience shows nothing if more happens.
    let isMute = knowledge.patient[life] != nil && findings.contains(where: \.isOpen)
    let spoils =
      run.violentEnding != nil || isMute || findings.contains { $0.fault != nil || $0.spoils(run) }
    return spoils ? .spoils : .sound
  }

  /// Whether patience may show what is missing. Of what is stuck when it is left alone that is known.
  private func isDoubtful(_ finding: RuleFinding) -> Bool {
    finding.isProvisional && !pace.plain.hasDied
      && !(finding.fault != nil && pace.isStuck)
  }

  /// A rule that holds in all lives, with one of them to show.
  private func holding(_ rule: Rule, _ runs: [Run]) -> Sighting {
    guard let run = runs.first else {
      return Sighting(
        finding: .undecided("it goes wrong without what this rule is about; mend that first"))
    }
    return Sighting(run: run, finding: rule.finding(in: run))
  }

  /// Leads many lives at once, in few processes. What goes wrong there shows nothing yet.
  private func runInCompany(
    _ lives: [Life], _ rules: [Rule], _ knowledge: inout Knowledge
  ) throws {
    // The plainest life of each rule is shown if the rule holds.
    let shown = Set(rules.compactMap { rule in lives.first(where: rule.concerns)?.name })
    // What holds the main thread, or Dispatch's pools, would hold up the others. What is misused may
    // set others free.
    let kinds = Dictionary(grouping: lives.filter { !$0.isSole }) {
      [$0.holdsMainThread, $0.isHeldBack, $0.isMisused]
    }
    // What takes longest comes first.
    var companies =
      lives.filter(\.isSole).map { [$0] } + kinds.values.flatMap { $0.parts(of: Self.most) }
    while !companies.isEmpty {
      let found = Locked<[LifeReport]>([])
      let lost = Locked<[[Life]]>([])
      let counts = Locked((told: 0, lost: 0, refused: 0))
      ThreadTeam(crew: settings.width).perform(companies.count) { [companies] place in
        // Where nothing comes of several, nothing comes of the others.
        if counts.withLock({ $0.told == 0 && $0.lost > Self.manyLost }) { return }
        var request = request(toLead: companies[place])
        (request.isCompany, request.rules, request.shown) = (true, rules.map(\.id), shown)
        let end = try? processes.ask(request, deadline: deadline(of: companies[place]))
        if end == nil { counts.withLock { $0.refused += 1 } }
        progress.didRun(end?.result.errorText ?? "")
        // A company that does not come to its end says nothing.
        let told: [LifeReport] = end?.received.decodedAnswers() ?? []
        found.withLock { $0 += told }
        counts.withLock { told.isEmpty ? ($0.lost += 1) : ($0.told += 1) }
        let names = Set(told.map(\.life))
        let untold = companies[place].filter { !names.contains($0.name) }
        // One that ends the process is found soon. Where many keep it from becoming idle, few are to
        // be together: each may need a thread of a pool that grows slowly.
        let size = end?.result.hasDied == true ? (untold.count + 1) / 2 : Self.few
        if untold.count > Self.few { lost.withLock { $0 += untold.parts(of: size) } }
      }
      for report in found.withLock({ $0 }) {
        guard let life = Life.named(report.life) else { continue }
        knowledge.doubts[life] = Set(report.doubts)
        knowledge.shown[life] = report.run
      }
      progress.didLive(knowledge.doubts.count, lives.count)
      // Where no process can be started, leading one life alone throws the reason.
      companies = counts.withLock { $0.told == 0 && $0.refused > 0 } ? [] : lost.withLock { $0 }
    }
  }

  /// What a process must know to lead these lives.
  func request(toLead lives: [Life]) -> LivesRequest {
    var request = LivesRequest(lives: lives, patience: pace.patience)
    (request.keepsWork, request.pieces, request.nextWorks) =
      (pace.keepsWork, pace.pieces, pace.nextWorks)
    request.keepsNoThread = pace.keepsNoThread
    (request.answers, request.awaitsTimers) = (subject.usesAnswer, settings.awaitsTimers)
    return request
  }

  /// How many lives a company has at most: each may need threads.
  private static let most = 50
  /// How many of a company that was lost are together, or are left to be led alone.
  private static let few = 2
  private static let manyLost = 6

  /// How long these lives may take, which wait for timers now and then.
  private func deadline(of lives: [Life]) -> Duration {
    settings.deadline + pace.patience * 4
      + (lives.contains(where: \.isSole) ? settings.extraTime : .zero)
  }

  /// Leads each of these lives in a process of its own.
  private func run(
    alone: Set<Life>, patient: Set<Life>, _ knowledge: inout Knowledge
  ) throws {
    // Those that wait long are to begin soon.
    let lives = patient.map { ($0, true) } + alone.map { ($0, false) }
    let found = Locked<[(Life, waitsLong: Bool, Result<Run, any Error>)]>([])
    ThreadTeam(crew: settings.width + min(patient.count, Self.mostPatient)).perform(lives.count) {
      place in
      let (life, waitsLong) = lives[place]
      var request = request(toLead: [life])
      request.waitsLong = waitsLong
      let limit = deadline(of: [life]) + (waitsLong ? settings.extraTime : .zero)
      let run = Result {
        try ProgramRunner(child: host(.lives(request)), deadline: limit).runOrRepeat(life.name)
      }
      if let run = try? run.get() { progress.didRun(run.detail.output) }
      found.withLock { $0.append((life, waitsLong, run)) }
    }
    for (life, waitsLong, run) in found.withLock({ $0 }) {
      knowledge.states[life] = nil
      do {
        let run = try run.get()
        if waitsLong { knowledge.patient[life] = run } else { knowledge.alone[life] = run }
      } catch let late as NotDecided {
        knowledge.notDecided[life] = "\(late)"
      }
    }
  }

  /// How many lives with several events are led alone.
  private static let mostAlone = 40
  /// How many lives more are led at a time if they mostly wait.
  private static let mostPatient = 8
}

extension RuleFinding {
  /// Whether it holds without a remark.
  var isClean: Bool { holds && remark == nil }

  var remark: Reason? { if case .holds(let remark) = answer { remark } else { nil } }

  /// Whether what it found broken came before the operation was released, so that more may follow
  /// from it.
  func spoils(_ run: Run) -> Bool {
    let release = run.all(.noted, of: Life.subject).first {
      [.deallocated, .alive].contains($0.mark)
    }
    guard isBroken, let last = evidence.map(\.seq).max() else { return false }
    return release.map { last < $0.seq } ?? true
  }
}

extension Array {
  /// Parts with so many elements, the last with fewer.
  fileprivate func parts(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0...].prefix(count)) }
  }
}

extension Run {
  /// Whether its work began again and again. It may only want to succeed.
  var worksEndlessly: Bool { has(Probe.endless, of: Probe.subject) }
}
