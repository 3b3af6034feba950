import Foundation
import Synchronization

/// The parent's side of a check: runs every trial of the rules in a process of its own, as many at
/// a time as the machine has cores, and judges the rules.
public struct BatteryRunner: Sendable {
  /// Makes the process that runs a trial, with ``Battery/host(arguments:subject:quit:)``.
  public typealias Host = @Sendable (TrialOrder) -> ChildProcess

  private let host: Host
  private let deadline: Duration
  private let rounds: Int
  private let width: Int
  private let seed: UInt64
  private let raceLength: Duration

  /// - Parameters:
  ///   - deadline: how long one trial may take before it is killed.
  ///   - rounds: how often to repeat every trial; a rule that breaks in one round is broken.
  ///   - width: how many trials run at a time.
  ///   - seed: what the moments of races follow from, one more in each further round; by default
  ///     another one every time. The ruling names it.
  ///   - raceLength: how long a race goes on, if nothing goes wrong in it.
  public init(
    deadline: Duration = .seconds(5), rounds: Int = 1,
    width: Int = ProcessInfo.processInfo.activeProcessorCount,
    seed: UInt64 = .random(in: 1..<1_000_000), raceLength: Duration = Battery.raceLength,
    host: @escaping Host
  ) {
    self.deadline = deadline
    self.rounds = rounds
    self.width = width
    self.seed = seed
    self.raceLength = raceLength
    self.host = host
  }

  /// What to call while trials run; calls come one at a time, on any thread.
  public struct Progress: Sendable {
    /// A trial has been run: so many of so many.
    public var didRun: @Sendable (_ run: Run, _ done: Int, _ all: Int) -> Void
    /// A rule was judged; rules come in the order in which they were given.
    public var didJudge: @Sendable (ConformanceReport.Result) -> Void

    /// Calls that do nothing unless given.
    public init(
      didRun: @escaping @Sendable (_ run: Run, _ done: Int, _ all: Int) -> Void = { _, _, _ in },
      didJudge: @escaping @Sendable (ConformanceReport.Result) -> Void = { _ in }
    ) {
      self.didRun = didRun
      self.didJudge = didJudge
    }
  }

  /// Runs the trials of the rules and judges them; blocks the calling thread.
  ///
  /// - Throws: an error of Foundation's when a process cannot be started.
  public func check(
    _ subject: Subject, rules: [Rule] = Battery.rules, progress: Progress = Progress()
  ) throws -> ConformanceReport {
    let plain = try run(
      TrialOrder(rule: "", name: Trial.paceTrial.name, patience: Pace.most, seed: seed),
      deadline: deadline)
    let pace = Pace(plain)
    let board = Board(subject, rules, rounds: rounds, plain: plain, progress: progress)
    let isDone = Door()
    let left = Mutex(width)
    for _ in 0..<width {
      Thread.detachNewThread {
        while let job = board.next() { board.finish(job, run(job, pace)) }
        if left.withLock({ left in
          left -= 1; return left == 0
        }) {
          isDone.open()
        }
      }
    }
    while !isDone.wait(deadline: .seconds(3600)) {}
    return try board.report()
  }

  private func run(_ job: Board.Job, _ pace: Pace) -> Result<Run, any Error> {
    let order = TrialOrder(
      rule: job.rule.id, name: job.trial.name, patience: pace.patience,
      seed: seed &+ UInt64(job.round), raceLength: raceLength)
    return Result {
      // What never ends when left alone is found out; no need to wait as long for each trial.
      if pace.isEndless { return try run(order, deadline: min(deadline, .seconds(1))) }
      let first = try run(order, deadline: deadline)
      // The machine may have been busy with something else.
      return first.detail.reachedDeadline ? try run(order, deadline: deadline * 2) : first
    }
  }

  private func run(_ order: TrialOrder, deadline: Duration) throws -> Run {
    try ProgramRunner(child: host(order), deadline: deadline).run(order.name)
  }
}

/// The trials that are to be run and the runs that have come in, shared by the threads of a runner.
private final class Board: Sendable {
  struct Job: Sendable {
    let place: Int
    let rule: Rule
    let round: Int
    let trial: Trial
  }

  private struct State: Sendable {
    var pending: ArraySlice<Job>
    var done = 0
    /// The runs of each rule, by place and round.
    var runs: [[[Run]]]
    /// One for each rule that has been judged, in their order.
    var results: [ConformanceReport.Result] = []
    var failure: (any Error)?
  }

  private let subject: Subject
  private let rules: [Rule]
  private let rounds: Int
  private let plain: Run
  private let count: Int
  private let progress: BatteryRunner.Progress
  private let state: Mutex<State>

  init(
    _ subject: Subject, _ rules: [Rule], rounds: Int, plain: Run, progress: BatteryRunner.Progress
  ) {
    var jobs: [Job] = []
    for (place, rule) in rules.enumerated() where rule.isDecidable(on: subject) {
      for round in 0..<rounds {
        jobs += rule.trials.map { Job(place: place, rule: rule, round: round, trial: $0) }
      }
    }
    self.subject = subject
    self.rules = rules
    self.rounds = rounds
    self.plain = plain
    self.progress = progress
    count = jobs.count
    let none = [[[Run]]](repeating: [[Run]](repeating: [], count: rounds), count: rules.count)
    state = Mutex(State(pending: jobs[...], runs: none))
    state.withLock { judge(&$0) }
  }

  func next() -> Job? {
    state.withLock { $0.failure == nil ? $0.pending.popFirst() : nil }
  }

  func finish(_ job: Job, _ outcome: Result<Run, any Error>) {
    state.withLock { state in
      switch outcome {
      case .failure(let error): state.failure = state.failure ?? error
      case .success(let run):
        state.runs[job.place][job.round].append(run)
        state.done += 1
        progress.didRun(run, state.done, count)
        judge(&state)
      }
    }
  }

  /// Judges every next rule whose runs are all there.
  private func judge(_ state: inout State) {
    while state.results.count < rules.count {
      let rule = rules[state.results.count]
      let runs = state.runs[state.results.count]
      let isComplete =
        !rule.isDecidable(on: subject) || runs.allSatisfy { $0.count == rule.trials.count }
      guard isComplete else { return }
      let result = ConformanceReport.Result(rule, of: subject, rounds: runs, plain: plain)
      state.results.append(result)
      progress.didJudge(result)
    }
  }

  func report() throws -> ConformanceReport {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return ConformanceReport(subject: subject.expression, results: state.results)
    }
  }
}
