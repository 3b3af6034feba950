import OperationLab

/// The trials that are to be run and the runs that have come in, shared by the threads of a runner.
final class Board: Sendable {
  struct Job: Sendable {
    let place: Int
    let rule: Rule
    let round: Int
    let trial: Trial
    var name: TrialName { TrialName(rule: rule.id, trial: trial.name) }
    /// Whether it is the second time, because the first left something doubtful.
    var isPatient = false
    /// Whether its time was up before, twice.
    var hasRunOut = false
    /// Where it comes among others, if time is short: what explains most comes first.
    fileprivate var depth: Int {
      // A crowd that is stuck keeps the threads of the pool.
      rule.id == Rule.manyAtOnce.id ? .max : Explanation.depth(of: rule.id)
    }
  }

  /// One round of a rule.
  fileprivate struct Round: Sendable {
    var runs: [Run] = []
    /// The trials that have been run with patience.
    var patient: Set<TrialName> = []
    /// What they say; `nil` while something is left to be run.
    var judged: ConformanceReport.Round?
  }

  fileprivate struct State: Sendable {
    var pending: ArraySlice<Job>
    /// Those to be run when no other trial shares the process.
    var alone: [Job] = []
    /// Whether a rule has been found broken.
    var hasFailure = false
    var done = 0
    /// By the place of the rule, and round.
    var rounds: [[Round]]
    /// The trials that patience has not helped: they need not be doubted in other rounds.
    var beyondDoubt: Set<TrialName> = []
    /// One for each rule that has been judged, in their order.
    var results: [ConformanceReport.Result] = []
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
    isolatesTrials: Bool, limit: ContinuousClock.Instant?, progress: BatteryRunner.Progress
  ) {
    (self.isolatesTrials, self.limit) = (isolatesTrials, limit)
    let spins = beginning.held?.seesSpin == true
    let rules = isolatesTrials ? rules : rules.map { $0.leavingOut(\.mayTrap) }
    func isRun(_ rule: Rule) -> Bool {
      // A thread that never sleeps is in the way of all others in its process, and shows nothing.
      rule.isDecidable(on: subject) && !rule.trials.isEmpty
        && (isolatesTrials || !spins || !rule.trials.contains(where: \.holdsWork))
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
      // What was run to measure the pace need not be run again.
      let known = isMeasured(rule) ? [beginning.held].compactMap { $0 } : isRun(rule) ? nil : []
      return [Round](repeating: Round(judged: known.map(judge.round)), count: rounds)
    }
    if isolatesTrials {
      state = Locked(State(pending: jobs[...], rounds: none))
    } else {
      let shared = jobs.filter { !$0.trial.needsProcess }.sorted { $0.depth < $1.depth }
      state = Locked(
        State(
          pending: shared[...], alone: jobs.filter(\.trial.needsProcess), rounds: none))
    }
    state.withLock { state in
      state.hasFailure = state.rounds.joined().contains { $0.judged?.ruling.verdict == .broken }
      judge(&state)
    }
  }

  func next() -> Job? {
    state.withLock { state in
      state.failure == nil && !isOver(state) && !isLate(state) ? state.pending.popFirst() : nil
    }
  }

  /// The next one to be run while no other trial is. Those that need not come last.
  func nextAlone() -> Job? {
    state.withLock { state in
      guard state.failure == nil, !isOver(state) else { return nil }
      let places = state.alone.indices
      guard let next = places.min(by: { state.alone[$0].depth < state.alone[$1].depth }) else {
        return state.pending.popFirst()
      }
      return state.alone.remove(at: next)
    }
  }

  /// Whether enough is known, and the time is up.
  var isOver: Bool { state.withLock { isOver($0) } }

  private func isOver(_ state: State) -> Bool {
    guard let limit else { return false }
    return state.hasFailure && ContinuousClock.now >= limit
  }

  /// Whether it is time to run alone what is in doubt, whatever is left.
  var isLate: Bool { state.withLock { isLate($0) } }

  private func isLate(_ state: State) -> Bool {
    guard let limit else { return false }
    return ContinuousClock.now >= limit && state.alone.contains(where: \.isPatient)
  }

  /// Takes what came of a job; returns another one if that left something doubtful.
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
        // Other trials may have been in its way.
        state.alone.append(doubtful)
        return nil
      }
    }
  }

  /// Judges every next rule whose runs are all there.
  private func judge(_ state: inout State) {
    while state.results.count < rules.count {
      let rounds = state.rounds[state.results.count]
      let judged = rounds.compactMap(\.judged)
      guard judged.count == rounds.count else { return }
      let result = ConformanceReport.Result(rules[state.results.count], judged)
      state.results.append(result)
      progress.didJudge(result)
    }
  }

  private static let notTried: Ruling.Reason = """
    it was not tried to the end: what hangs is in the way of what comes after it in a test; mend that \
    first, or use `lab check`, which starts processes
    """

  func report() throws -> ConformanceReport {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      let left = rules.indices.dropFirst(state.results.count).map { place in
        let known = state.rounds[place].compactMap(\.judged)
        let untried = ConformanceReport.Round(
          runs: [], ruling: Ruling(.undecided, Self.notTried, []))
        return ConformanceReport.Result(rules[place], known.isEmpty ? [untried] : known)
      }
      return ConformanceReport(subject: subject.expression, results: state.results + left)
    }
  }
}

extension Board.State {
  /// Keeps a run, in place of the same trial's earlier one. When the round is all there, returns
  /// what is to be run again.
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
