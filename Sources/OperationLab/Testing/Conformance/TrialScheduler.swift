import Foundation
import OperationLab

/// Runs the trials of a check side by side, and judges each rule once its runs are there.
///
/// A trial is attempted up to three times. The first attempt may share its process with other
/// trials. If the rule does not simply hold then, the trial is repeated in a process of its own. If
/// only a missing event speaks against the class, it is repeated with patience.
final class TrialScheduler: Sendable {
  /// One attempt at a trial.
  fileprivate struct Attempt: Sendable {
    let place: Int
    let rule: Rule
    let round: Int
    let trial: Trial
    var mode = Mode.first

    enum Mode: Equatable {
      case first
      /// In a process of its own.
      case alone
      /// With a longer wait for missing events. It may have reached its deadline twice before.
      case patient(hasRunOut: Bool)
    }

    var isPatient: Bool { if case .patient = mode { true } else { false } }
    var name: TrialName { TrialName(rule: rule.id, trial: trial.name) }
  }

  /// What came of an attempt.
  fileprivate enum Outcome {
    case ran(Run, inUsedProcess: Bool)
    /// The machine did not let it show anything, twice.
    case notDecided(String)
  }

  /// One round of a rule. Trials go by their names.
  fileprivate struct Round: Sendable {
    var runs: [String: Run] = [:]
    /// Why trials say nothing.
    var notDecided: [String: String] = [:]
    /// The trials whose process had run others before.
    var used: Set<String> = []
    /// The trials that have been run with patience.
    var patient: Set<String> = []
    /// The judgement, or `nil` while a run is missing.
    var judged: Conformance.Report.Round?
  }

  /// Attempts of a kind, of which so many run at a time.
  fileprivate struct Lane: Sendable {
    var waiting: [Attempt] = []
    var free: Int
  }

  private struct State: Sendable {
    var brisk: Lane
    var patient = Lane(free: 8)
    var running = 0
    var done = 0
    /// By the place of the rule, and round.
    var rounds: [[Round]]
    /// The trials that patience has not helped. They are not repeated in other rounds.
    var beyondDoubt: Set<TrialName> = []
    /// One for each rule that has been judged, in their order.
    var results: [Conformance.Report.Result] = []
    var unexplored: Int
    var findings: [SceneFinding] = []
    var failure: (any Error)?
  }

  /// How trials are run.
  struct Settings: Sendable {
    /// How many trials run at a time.
    let width: Int
    /// How long one trial may take.
    let deadline: Duration
    /// The additional time for a trial that waits several times.
    let patientTime: Duration
    /// How often every trial is run.
    let rounds: Int
  }

  /// Explores a scene until it is needless.
  typealias Explore =
    @Sendable (SubjectScene, _ isNeedless: () -> Bool) throws -> SceneFinding

  private let subject: Subject
  private let rules: [Rule]
  private let pace: Pace
  private let settings: Settings
  private let processes: TrialProcesses
  private let scenes: [SubjectScene]
  private let explore: Explore?
  private let progress: BatteryRunner.Progress
  private let count: Int
  private let state: Locked<State>
  private let isOver = Latch()

  /// - Parameter explore: `nil` if no orders are run.
  init(
    _ subject: Subject, _ rules: [Rule], _ pace: Pace, _ settings: Settings,
    _ processes: TrialProcesses, _ progress: BatteryRunner.Progress, explore: Explore?
  ) {
    self.subject = subject.keepingWork(pace.keepsWork)
    self.rules = rules
    self.pace = pace
    self.settings = settings
    self.processes = processes
    self.progress = progress
    self.explore = explore
    // An operation that never becomes idle cannot be held at any point.
    let isExplored =
      explore != nil && !pace.isEndless && rules.contains { $0.method == .orders }
    scenes = isExplored ? SubjectScene.all : []
    var attempts: [Attempt] = []
    for (place, rule) in rules.enumerated()
    where rule.isDecidable(on: self.subject) && rule.method != .measurement
      && !(rule.method == .orders && (isExplored || pace.isEndless))
    {
      for round in 0..<settings.rounds {
        attempts += rule.trials.filter(pace.mayShow).map {
          Attempt(place: place, rule: rule, round: round, trial: $0)
        }
      }
    }
    count = attempts.count
    state = Locked(
      State(
        brisk: Lane(waiting: attempts, free: settings.width * (pace.isSlow ? 2 : 1)),
        rounds: rules.map { _ in Array(repeating: Round(), count: settings.rounds) },
        unexplored: scenes.count))
    state.withLock { state in
      for (place, rule) in rules.enumerated()
      where !attempts.contains(where: { $0.place == place }) {
        var round = Round()
        // A trial that measured the pace need not run again.
        if rule.method == .measurement, rule.isDecidable(on: self.subject), let held = pace.held {
          round.runs[held.program] = held
        }
        round.judged = judged(round, by: rule)
        state.rounds[place] = Array(repeating: round, count: settings.rounds)
      }
      judge(&state)
    }
  }

  /// Runs all trials. Blocks the calling thread.
  ///
  /// - Throws: an error in one line when a process cannot be started.
  func results() throws -> [Conformance.Report.Result] {
    state.withLock { $0.running += scenes.count }
    // They take longest.
    for scene in scenes {
      detach(
        { try self.explore?(scene) { self.hasCalmFault } }, finish: { self.finish($0, &$1) })
    }
    startNext()
    while !isOver.wait(deadline: .seconds(60)) {}
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.results
    }
  }

  /// Starts what may run now, each attempt on a thread of its own.
  private func startNext() {
    let attempts = state.withLock { state in
      let attempts = state.failure == nil ? state.brisk.take() + state.patient.take() : []
      state.running += attempts.count
      if state.running == 0 { isOver.open() }
      return attempts
    }
    for attempt in attempts {
      detach({ try self.run(attempt) }, finish: { self.finish(attempt, $0, &$1) })
    }
  }

  /// Runs the body on a thread of its own, takes what came of it, and starts what may run next.
  private func detach<Value>(
    _ body: @escaping @Sendable () throws -> Value,
    finish: @escaping @Sendable (Result<Value, any Error>, inout State) -> Void
  ) {
    let end: @Sendable (Result<Value, any Error>) -> Void = { [self] outcome in
      state.withLock { finish(outcome, &$0) }
      startNext()
    }
    if !Platform.detachThread({ end(Result(catching: body)) }) { end(.failure(Shortage.threads)) }
  }
}

extension TrialScheduler.Lane {
  /// Takes what may run now.
  fileprivate mutating func take() -> [TrialScheduler.Attempt] {
    let next = waiting.prefix(free)
    waiting.removeFirst(next.count)
    free -= next.count
    return Array(next)
  }
}

// Running.
extension TrialScheduler {
  /// Runs an attempt, and once more if the machine did not let it show anything.
  private func run(_ attempt: Attempt) throws -> Outcome {
    do {
      return try runOnce(attempt)
    } catch  where error is NotDecided || error is NeverCameBack {
      do {
        return try runOnce(attempt)
      } catch  where error is NotDecided || error is NeverCameBack {
        return .notDecided("\(error)")
      }
    }
  }

  private func runOnce(_ attempt: Attempt) throws -> Outcome {
    let order = TrialOrder(
      name: attempt.name, patience: pace.patience, isPatient: attempt.isPatient,
      keepsWork: pace.keepsWork)
    let isLong = attempt.isPatient || attempt.trial.needsOwnProcess
    // An operation that never ends by itself is known to be broken, so each trial may be short.
    let isEndless = pace.isEndless && !isLong
    let limit =
      isEndless
      ? min(settings.deadline, .seconds(1))
      : isLong ? settings.deadline + settings.patientTime : settings.deadline
    func attemptOnce(within limit: Duration) throws -> Outcome {
      let (run, isUsed) = try processes.run(
        order, deadline: limit, isEndless: isEndless, shares: attempt.mode == .first)
      return .ran(run, inUsedProcess: isUsed)
    }
    let first = try attemptOnce(within: limit)
    guard case .ran(let run, _) = first, run.detail.reachedDeadline, !isEndless,
      !attempt.trial.needsOwnProcess, attempt.mode != .patient(hasRunOut: true)
    else { return first }
    // The machine may have been busy with something else.
    return try attemptOnce(within: limit * 2)
  }
}

// Judging. All of it is called with the state locked.
extension TrialScheduler {
  /// Takes what came of an attempt.
  private func finish(
    _ attempt: Attempt, _ outcome: Result<Outcome, any Error>, _ state: inout State
  ) {
    state.running -= 1
    if attempt.isPatient { state.patient.free += 1 } else { state.brisk.free += 1 }
    switch outcome {
    case .failure(let error): state.failure = state.failure ?? error
    case .success(let outcome):
      if attempt.mode == .first {
        state.done += 1
        if case .ran(let run, _) = outcome { progress.didRun(run, state.done, count) }
      }
      var round = state.rounds[attempt.place][attempt.round]
      round.take(outcome, of: attempt)
      if round.runs.count + round.notDecided.count
        == attempt.rule.trials.count(where: pace.mayShow)
      {
        consider(&round, attempt, &state)
      }
      state.rounds[attempt.place][attempt.round] = round
      judge(&state)
    }
  }

  /// Judges a round with all of its runs, or repeats trials.
  private func consider(_ round: inout Round, _ last: Attempt, _ state: inout State) {
    let judged = judged(round, by: last.rule)
    func again(_ trial: Trial, _ mode: Attempt.Mode) -> Attempt {
      Attempt(place: last.place, rule: last.rule, round: last.round, trial: trial, mode: mode)
    }
    let ruling = Ruling(Conformance.Report.Seen(rounds: [judged], pace: pace), of: last.rule)
    if ruling.verdict != .holds || ruling.remark != nil, !round.used.isEmpty {
      // What went wrong in a used process may have to do with the trials before.
      let used = last.rule.trials.filter { round.used.contains($0.name) }
      for trial in used { round.runs[trial.name] = nil }
      round.used = []
      return state.brisk.waiting.insert(contentsOf: used.map { again($0, .alone) }, at: 0)
    }
    if let trial = last.rule.doubtful(in: ruling, pace) {
      let name = TrialName(rule: last.rule.id, trial: trial.name)
      if !round.patient.contains(trial.name), !state.beyondDoubt.contains(name) {
        let hasRunOut = round.runs[trial.name]?.detail.reachedDeadline == true
        return state.patient.waiting.append(again(trial, .patient(hasRunOut: hasRunOut)))
      }
      state.beyondDoubt.insert(name)
    }
    round.judged = judged
  }

  private func judged(_ round: Round, by rule: Rule) -> Conformance.Report.Round {
    let runs = rule.trials.compactMap { round.runs[$0.name] }
    return Conformance.Report.Round(
      runs: runs, finding: rule.finding(in: runs, of: subject, notDecided: round.notDecided))
  }

  /// Takes what came of exploring a scene.
  private func finish(_ outcome: Result<SceneFinding?, any Error>, _ state: inout State) {
    state.running -= 1
    switch outcome {
    case .failure(let error): state.failure = state.failure ?? error
    case .success(let finding):
      state.unexplored -= 1
      guard let finding else { return }
      state.findings.append(finding)
      progress.didExplore(finding)
      judge(&state)
    }
  }

  /// Whether a scene went wrong without a race, so that no other one matters.
  private var hasCalmFault: Bool {
    state.withLock { $0.findings.contains { $0.fault?.isCalm == true } }
  }

  /// Judges every next rule whose runs are all there.
  private func judge(_ state: inout State) {
    while state.results.count < rules.count {
      let rounds = state.rounds[state.results.count]
      let judged = rounds.compactMap(\.judged)
      guard judged.count == rounds.count else { return }
      let rule = rules[state.results.count]
      var seen = Conformance.Report.Seen(rounds: judged, pace: pace)
      if rule.method == .orders {
        guard state.unexplored == 0 else { return }
        seen.findings = state.findings.sorted { $0.scene < $1.scene }
      }
      let result = Conformance.Report.Result(rule, seen)
      state.results.append(result)
      progress.didJudge(result)
    }
  }
}

extension TrialScheduler.Round {
  /// Takes what came of a trial, in place of what came of it before.
  fileprivate mutating func take(
    _ outcome: TrialScheduler.Outcome, of attempt: TrialScheduler.Attempt
  ) {
    let name = attempt.trial.name
    if attempt.isPatient { patient.insert(name) }
    switch outcome {
    case .ran(let run, let isUsed):
      runs[name] = run
      if isUsed { used.insert(name) }
    case .notDecided(let words):
      runs[name] = nil
      notDecided[name] = words
    }
  }
}

extension Rule {
  /// The trial with a missing event that patience may bring.
  ///
  /// A trial that ends as soon as all threads sleep takes milliseconds, and sometimes that is too
  /// soon. So an event that is missing from it is only a suspicion.
  func doubtful(in ruling: Ruling, _ pace: Pace?) -> Trial? {
    // Patience does not help a busy operation. Races and crowds are patient themselves.
    guard pace?.isEndless != true, method == .trials else { return nil }
    // That it does not finish when left to itself was seen with patience. Then a rule needs none to
    // leave that fault to another.
    if ruling.verdict == .undecided, pace?.isStuck == true { return nil }
    return ruling.finding.doubtful.lazy.compactMap { name in trials.first { $0.name == name } }
      .first
  }
}
