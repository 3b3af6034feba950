import Foundation
import OperationBench
import OperationLab

/// Decides the rules that no ``Life`` decides: they take a crowd, the main thread, or many rounds by
/// chance.
///
/// What does not hold in a process that is used for several trials is tried in one of its own, and what
/// only did not happen there once more with patience.
struct TrialRunner: Sendable {
  /// How trials and lives are run.
  struct Settings: Sendable {
    /// How many processes run at a time.
    let width: Int
    /// How long a process may take.
    let deadline: Duration
    /// The additional time for one that waits several times.
    let extraTime: Duration
    /// How often all is run.
    let rounds: Int
    /// Whether the class may leave a timer behind.
    var awaitsTimers = true
    /// Finds where the threads of a run were.
    let stackReport: Conformance.Report.StackFinder
  }

  let subject: Subject
  let rules: [Rule]
  let pace: SoloRun
  let settings: Settings
  let host: BatteryRunner.Host
  let processes: SharedProcesses
  let progress: BatteryRunner.Progress

  /// Runs the trials and judges the rules. Blocks the calling thread.
  ///
  /// - Parameter tell: gets each result.
  /// - Throws: an error in one line when a process cannot be started.
  func run(_ tell: @escaping @Sendable (Conformance.Report.Result) -> Void) throws {
    let results = Locked<[Result<Void, any Error>]>([])
    ThreadTeam(crew: settings.width).perform(rules.count) { place in
      let rule = rules[place]
      let result = Result {
        let rounds = try (0..<settings.rounds).map { _ in try round(of: rule) }
        tell(
          Conformance.Report.Result(
            rule,
            Conformance.Report.Observations(
              rounds: rounds, pace: pace, stackReport: settings.stackReport)))
      }
      results.withLock { $0.append(result) }
    }
    for result in results.withLock({ $0 }) { try result.get() }
  }

  private func round(of rule: Rule) throws -> Conformance.Report.Round {
    let (round, isUsed) = try round(of: rule, sharesProcesses: true)
    guard isUsed, !round.finding.isClean else { return round }
    let alone = try self.round(of: rule, sharesProcesses: false).round
    // By chance it may go well.
    return alone.finding.isClean ? try self.round(of: rule, sharesProcesses: false).round : alone
  }

  private func round(
    of rule: Rule, sharesProcesses: Bool
  ) throws -> (round: Conformance.Report.Round, isUsed: Bool) {
    var isUsed = false
    var runs: [Run] = []
    var notDecided: [String: String] = [:]
    func run(_ trial: Trial, waitsLong: Bool = false) throws {
      do {
        let known = waitsLong ? nil : pace.run(of: trial)
        let run = try known ?? self.run(trial, of: rule, waitsLong, sharesProcesses, &isUsed)
        runs = runs.filter { $0.program != trial.name } + [run]
      } catch let late as NotDecided {
        notDecided[trial.name] = "\(late)"
      }
    }
    var round: Conformance.Report.Round {
      Conformance.Report.Round(
        runs: runs, finding: rule.finding(in: runs, of: subject, notDecided: notDecided))
    }
    // A judge asks for the trials that it needs.
    var left = rule.trials.filter { pace.run(of: $0) != nil || pace.mayShow($0) }
    while case .lacking(.run(let name)) = round.finding.reason,
      let place = left.firstIndex(where: { $0.name == name })
    {
      try run(left.remove(at: place))
    }
    if !isUsed, let doubtful = rule.doubtful(in: rule.finding(in: round, pace), pace) {
      try run(doubtful, waitsLong: true)
    }
    return (round, isUsed)
  }

  private func run(
    _ trial: Trial, of rule: Rule, _ waitsLong: Bool, _ sharesProcesses: Bool, _ isUsed: inout Bool
  ) throws -> Run {
    let order = TrialOrder(
      name: TrialName(rule: rule.id, trial: trial.name), patience: pace.patience,
      waitsLong: waitsLong, keepsWork: pace.keepsWork)
    let deadline = settings.deadline + settings.extraTime
    let run: Run
    if sharesProcesses, !waitsLong {
      let shared = try processes.runOrRepeat(order, trial.name, deadline: deadline)
      (run, isUsed) = (shared.run, isUsed || shared.isUsed)
    } else {
      run = try ProgramRunner(child: host(order), deadline: deadline).runOrRepeat(trial.name)
    }
    progress.didRun(run.detail.output)
    return run
  }
}

extension SharedProcesses {
  /// Runs a program, and once more if the machine did not let it show anything.
  func runOrRepeat(
    _ order: any ChildOrder, _ program: String, deadline: Duration
  ) throws -> (run: Run, isUsed: Bool) {
    func runOnce() throws -> (run: Run, isUsed: Bool) {
      let (received, result, isUsed) = try ask(order, deadline: deadline)
      return (try received.run(of: program, result), isUsed)
    }
    do { return try runOnce() } catch is NotDecided { return try runOnce() }
  }
}

extension ProgramRunner {
  /// Runs the program, and once more if the machine did not let it show anything.
  func runOrRepeat(_ program: String) throws -> Run {
    do {
      return try run(program)
    } catch is NotDecided {
      return try run(program)
    }
  }
}

extension Rule {
  /// The trial with a missing event that patience may bring.
  ///
  /// A trial that ends as soon as all threads sleep takes milliseconds, and sometimes that is too
  /// soon. So an event that is missing from it is only a suspicion.
  func doubtful(in finding: RuleFinding, _ pace: SoloRun?) -> Trial? {
    // Patience does not help a busy operation. Races and crowds are patient themselves.
    guard pace?.neverIdles != true, method == .trials else { return nil }
    // That it does not finish when left to itself was seen with patience. Then a rule needs none to
    // leave that fault to another.
    if finding.fault != nil, pace?.isStuck == true { return nil }
    return finding.doubtful.lazy.compactMap { name in trials.first { $0.name == name } }.first
  }
}
