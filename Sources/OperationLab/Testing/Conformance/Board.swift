import OperationLab

/// The pending trials and the finished runs, shared by the threads of a runner.
final class Board: Sendable {
  struct Job: Sendable {
    let place: Int
    let rule: Rule
    let round: Int
    let trial: Trial
    var name: TrialName { TrialName(rule: rule.id, trial: trial.name) }
    /// Whether it repeats a doubtful trial.
    var isPatient = false
    /// Whether it has reached its deadline twice before.
    var hasRunOut = false
    /// Its rank if time is short. Rules that explain the most come first.
    fileprivate var depth: Int {
      // A stuck crowd keeps the threads of the pool.
      rule.id == Rule.manyAtOnce.id ? .max : Explanation.depth(of: rule.id)
    }
  }

  /// One round of a rule.
  fileprivate struct Round: Sendable {
    var runs: [Run] = []
    /// The trials that have been run with patience.
    var patient: Set<TrialName> = []
    /// The judgement, or `nil` while a run is missing.
    var judged: ConformanceReport.Round?
  }

  fileprivate struct State: Sendable {
    var pending: ArraySlice<Job>
    /// Those to be run when no other trial shares the process.
    var alone: [Job] = []
    /// Whether a rule has been found broken.
    var hasFailure = false
    /// When to stop if none is. On a busy machine, later.
    var deadline: Deadline?
    var done = 0
    /// By the place of the rule, and round.
    var rounds: [[Round]]
    /// The trials that patience has not helped. They are not repeated in other rounds.
    var beyondDoubt: Set<TrialName> = []
    /// One for each rule that has been judged, in their order.
    var results: [ConformanceReport.Result] = []
    /// What is yet to be explored, and how many are being explored.
    var scenes: ArraySlice<SubjectScene>
    var unexplored: Int
    var findings: [SceneFinding] = []
    var failure: (any Error)?
  }

  private let subject: Subject
  private let rules: [Rule]
  private let beginning: BatteryRunner.Beginning
  private let count: Int
  private let isolatesTrials: Bool
  /// When to stop, once a rule is found broken.
  private let limit: ContinuousClock.Instant?
  private let progress: BatteryRunner.Progress
  private let state: Locked<State>

  init(
    _ subject: Subject, _ rules: [Rule], rounds: Int, _ beginning: BatteryRunner.Beginning,
    isolatesTrials: Bool, start: ContinuousClock.Instant, limits: TrialLimits?, explores: Bool,
    progress: BatteryRunner.Progress
  ) {
    self.isolatesTrials = isolatesTrials
    limit = limits.map { start + $0.broken }
    let spins = beginning.held?.seesSpin == true
    let rules = isolatesTrials ? rules : rules.map { $0.leavingOut(\.mayTrap) }
    func isRun(_ rule: Rule) -> Bool {
      // A thread that never sleeps disturbs all others in its process, so its trials show nothing.
      rule.isDecidable(on: subject) && !rule.trials.isEmpty
        && (isolatesTrials || !spins || !rule.trials.contains(where: \.holdsWork))
        && !(explores && rule.id == Rule.survivesRaces.id)
    }
    func isMeasured(_ rule: Rule) -> Bool {
      rule.id == Rule.doesNotSpin.id && rule.isDecidable(on: subject)
    }
    var jobs: [Job] = []
    for (place, rule) in rules.enumerated() where isRun(rule) && !isMeasured(rule) {
      for round in 0..<rounds {
        jobs += rule.trials.map { Job(place: place, rule: rule, round: round, trial: $0) }
      }
    }
    self.subject = subject
    self.rules = rules
    self.beginning = beginning
    self.progress = progress
    count = jobs.count
    let none = rules.map { rule in
      let judge = Reconsideration(
        rule, subject, beginning.plain, spins: beginning.pace.isEndless)
      // A trial that measured the pace need not run again.
      let known = isMeasured(rule) ? [beginning.held].compactMap { $0 } : isRun(rule) ? nil : []
      return [Round](repeating: Round(judged: known.map(judge.round)), count: rounds)
    }
    // An operation that never becomes idle cannot be held at any point.
    let isExplored =
      explores && !beginning.pace.isEndless && rules.contains { $0.id == Rule.survivesRaces.id }
    let scenes = isExplored ? SubjectScene.all : []
    let shared =
      isolatesTrials ? jobs : jobs.filter { !$0.trial.needsProcess }.sorted { $0.depth < $1.depth }
    state = Locked(
      State(
        pending: shared[...], alone: isolatesTrials ? [] : jobs.filter(\.trial.needsProcess),
        deadline: limits.map { Deadline($0.sound, most: 4) },
        rounds: none, scenes: scenes[...], unexplored: scenes.count))
    state.withLock { state in
      state.hasFailure = state.rounds.joined().contains { $0.judged?.ruling.verdict == .broken }
      judge(&state)
    }
  }

  func next() -> Job? {
    state.withLock { state in
      state.failure == nil && !isOver(&state) && !isLate(state) ? state.pending.popFirst() : nil
    }
  }

  /// The next job to run without any other trial. Jobs that may share the process come last.
  func nextAlone() -> Job? {
    state.withLock { state in
      guard state.failure == nil, !isOver(&state) else { return nil }
      let places = state.alone.indices
      guard let next = places.min(by: { state.alone[$0].depth < state.alone[$1].depth }) else {
        return state.pending.popFirst()
      }
      return state.alone.remove(at: next)
    }
  }

  /// Whether the time has passed.
  var isOver: Bool { state.withLock { isOver(&$0) } }

  private func isOver(_ state: inout State) -> Bool {
    state.hasFailure
      ? limit.map { ContinuousClock.now >= $0 } == true : state.deadline?.isOver() == true
  }

  /// Whether the time has passed and a doubtful trial must run alone next.
  var isLate: Bool { state.withLock { isLate($0) } }

  private func isLate(_ state: State) -> Bool {
    guard let limit else { return false }
    return ContinuousClock.now >= limit && state.alone.contains(where: \.isPatient)
  }

  /// Takes the result of a job, and returns another job if the result is doubtful.
  func finish(_ job: Job, _ outcome: Result<Run, any Error>) -> Job? {
    state.withLock { state in
      switch outcome {
      case .failure(let error):
        state.failure = state.failure ?? error
        return nil
      case .success(let run):
        let reconsideration = Reconsideration(
          job.rule, subject, beginning.plain, spins: beginning.pace.isEndless)
        let doubtful = state.take(run, of: job, reconsideration)
        if !job.isPatient {
          state.done += 1
          progress.didRun(run, state.done, count)
        }
        judge(&state)
        guard let doubtful, !isolatesTrials else { return doubtful }
        // Other trials may have disturbed it.
        state.alone.append(doubtful)
        return nil
      }
    }
  }

  /// Whether a scene went wrong without a race, so that no other one matters.
  var hasCalmFault: Bool { state.withLock { $0.findings.contains { $0.fault?.isCalm == true } } }

  func nextScene() -> SubjectScene? {
    state.withLock { $0.failure == nil ? $0.scenes.popFirst() : nil }
  }

  /// Takes what came of exploring a scene.
  func finish(_ outcome: Result<SceneFinding?, any Error>) {
    state.withLock { state in
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
  }

  /// Judges every next rule whose runs are all there.
  private func judge(_ state: inout State) {
    while state.results.count < rules.count {
      let rounds = state.rounds[state.results.count]
      let judged = rounds.compactMap(\.judged)
      guard judged.count == rounds.count else { return }
      let rule = rules[state.results.count]
      var result = ConformanceReport.Result(rule, judged)
      if rule.id == Rule.survivesRaces.id {
        guard state.unexplored == 0 else { return }
        if !state.findings.isEmpty {
          result.take(.onOrders(state.findings.sorted { $0.scene < $1.scene }))
        }
      }
      state.results.append(result)
      progress.didJudge(result)
    }
  }

  private static let afterFailure: Ruling.Reason = """
    it was not tried to the end, because an operation that hangs disturbs the trials after it. Mend \
    that first, or use `lab check`, which starts a process for each trial
    """
  private static let tooSlow: Ruling.Reason = """
    the trials took too long. They share this process, and what operations of the class share, such as \
    a rate limit, slows them down. Use `lab check`, which starts a process for each trial
    """

  func results() throws -> [ConformanceReport.Result] {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      let left = rules.indices.dropFirst(state.results.count).map { place in
        let known = state.rounds[place].compactMap(\.judged)
        guard known.isEmpty else { return ConformanceReport.Result(rules[place], known) }
        var ruling = Ruling(.undecided, state.hasFailure ? Self.afterFailure : Self.tooSlow, [])
        ruling.isUnfit = !state.hasFailure
        let untried = ConformanceReport.Round(runs: [], ruling: ruling)
        return ConformanceReport.Result(rules[place], [untried])
      }
      return state.results + left
    }
  }
}

extension Board.State {
  /// Stores a run, and replaces an earlier run of the same trial. When the round is complete,
  /// returns the trial to repeat.
  fileprivate mutating func take(
    _ run: Run, of job: Board.Job, _ reconsideration: Reconsideration
  ) -> Board.Job? {
    var round = rounds[job.place][job.round]
    defer { rounds[job.place][job.round] = round }
    round.runs.removeAll { $0.program == run.program }
    round.runs.append(run)
    if job.isPatient { round.patient.insert(job.name) }
    guard round.runs.count == job.rule.trials.count else { return nil }
    let judged = reconsideration.round(round.runs)
    guard let trial = reconsideration.doubtful(in: judged.ruling) else {
      round.judged = judged
      if judged.ruling.verdict == .broken { hasFailure = true }
      return nil
    }
    let name = TrialName(rule: job.rule.id, trial: trial.name)
    if round.patient.union(beyondDoubt).contains(name) {
      round.judged = judged
      if judged.ruling.verdict == .broken { hasFailure = true }
      beyondDoubt.insert(name)
      return nil
    }
    let hasRunOut = round.runs.contains { $0.program == trial.name && $0.detail.reachedDeadline }
    return Board.Job(
      place: job.place, rule: job.rule, round: job.round, trial: trial, isPatient: true,
      hasRunOut: hasRunOut)
  }
}
