import Foundation
import OperationBench
import OperationLab

/// Runs the trials of the rules on an operation and judges the rules.
package struct BatteryRunner: Sendable {
  /// Makes the process that does what it is asked, with ``Battery/host(arguments:subject:quit:)``.
  package typealias Host = @Sendable (any ChildOrder) -> ChildProcess

  let host: Host
  private let width: Int
  private let deadline: Duration
  private let rounds: Int
  /// How far to explore, or `nil` for not at all.
  private let orders: Exploration.Plan?
  /// The synchronization in the class that has no points, such as `DispatchSemaphore`. No order
  /// controls it.
  package var unordered: [String] = []
  /// Whether the class was compiled so that orders can part at its own locks. Only `lab check FILE`
  /// does that.
  package var locksArePoints = true
  /// Whether the class may use a clock. If not, no effect of it comes later.
  package var mayUseClocks = true
  /// The program in which data races are looked for. `nil` if they are not.
  package var sanitized: SanitizedProgram?
  /// Where the lines of the calls are found that processes have told. `nil` if they are not known.
  package var lines: CallLines?
  /// The additional time for a trial that waits several times.
  var extraTime = Duration.seconds(20)

  /// Creates a runner without running anything.
  ///
  /// - Parameters:
  ///   - deadline: how long one trial may take.
  ///   - rounds: how often to repeat every trial. A rule that is broken in one round is broken.
  ///   - orders: how far to explore, with all deviations or up to the first fault, or `nil` for not
  ///     at all.
  ///   - width: how many trials run at a time. By default more than the machine has cores, because
  ///     each of them waits most of the time.
  ///   - host: makes the process of a trial, which is killed when its time is up.
  package init(
    deadline: Duration = .seconds(5), rounds: Int = 1,
    orders: Exploration.Plan? = SubjectExplorer.usual,
    width: Int = ProcessInfo.processInfo.activeProcessorCount * 2 + 1,
    host: @escaping Host
  ) {
    self.deadline = deadline
    self.rounds = rounds
    self.orders = orders
    self.width = width
    self.host = host
  }

  /// The functions to call while trials run. Calls come one at a time, on any thread.
  package struct Progress: Sendable {
    /// A process has ended, which has printed that.
    package var didRun: @Sendable (_ output: String) -> Void
    /// So many lives of all have been led.
    package var didLive: @Sendable (_ done: Int, _ all: Int) -> Void
    /// A number of orders of a scene have been run. Called on several threads at once.
    package var didOrder: @Sendable (_ scene: String, _ count: Int) -> Void
    /// A scene has been explored.
    package var didExplore: @Sendable (SceneFinding) -> Void
    /// A rule was judged. Rules come in the given order.
    package var didJudge: @Sendable (Conformance.Report.Result) -> Void

    /// Each function does nothing by default.
    package init(
      didRun: @escaping @Sendable (_ output: String) -> Void = { _ in },
      didLive: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in },
      didOrder: @escaping @Sendable (_ scene: String, _ count: Int) -> Void = { _, _ in },
      didExplore: @escaping @Sendable (SceneFinding) -> Void = { _ in },
      didJudge: @escaping @Sendable (Conformance.Report.Result) -> Void = { _ in }
    ) {
      self.didRun = didRun
      self.didLive = didLive
      self.didOrder = didOrder
      self.didExplore = didExplore
      self.didJudge = didJudge
    }

    /// The same, which tells another one first what a process has printed.
    func telling(_ other: @escaping @Sendable (_ output: String) -> Void) -> Self {
      var copy = self
      copy.didRun = {
        other($0)
        didRun($0)
      }
      return copy
    }
  }

  /// Runs the trials of the rules and judges them. Blocks the calling thread.
  ///
  /// - Throws: an error in one line when a process cannot be started.
  package func check(
    _ subject: Subject, rules: [Rule] = Battery.rules, progress: Progress = Progress()
  ) throws -> Conformance.Report {
    let remark = Locked<Ruling.Reason?>(nil)
    let progress = progress.telling { output in
      let found = Conformance.Report.Observations.remark(onActorsIn: output)
      remark.withLock { $0 = $0 ?? found }
    }
    let processes = SharedProcesses(Self.mostShared, host: host)
    let pace = try measurePace(of: subject, processes, progress)
    let settings = TrialRunner.Settings(
      width: width, deadline: deadline, extraTime: extraTime, rounds: rounds,
      awaitsTimers: mayUseClocks, stackReport: { [lines] in lines?.report(on: $0) })
    let subject = subject.keepingWork(pace.keepsWork).answering(pace.answers)
    // It says nothing of a class that nobody asks for a result, unless that is asked for.
    let rules = rules.filter {
      !$0.needsAnswer || subject.usesAnswer || rules.count < Battery.rules.count
    }
    let report = ResultsInOrder(of: rules, tell: progress.didJudge)
    let isExplored = orders != nil && pace.obstacle == nil
    let scenes = isExplored && rules.contains { $0.method == .orders } ? RaceSetup.all : []
    let areTried = Latch()
    let lives = LifeRunner(
      subject: subject, rules: rules.filter { $0.method == .lives }, pace: pace,
      settings: settings, host: host, processes: processes, progress: progress,
      othersAreBroken: {
        // They have begun, and end, each at its deadline at the latest.
        while !areTried.wait(deadline: .seconds(60)) {}
        return report.results.contains { $0.verdict == .broken }
      },
      events: orders != nil && orders?.deviations == nil ? 3 : 2)
    let trials = TrialRunner(
      subject: subject,
      rules: rules.filter { $0.method != .lives && !(isExplored && $0.method == .orders) },
      pace: pace, settings: settings, host: host, processes: processes, progress: progress)
    let count = Locked(0)
    let found = Locked<[Result<SceneFinding?, any Error>]>([])
    let races = Locked<Races>(nil)
    // Orders take longest. Lives wait for trials, so they come after them: a team may have one thread.
    ThreadTeam(crew: scenes.count + 3).perform(scenes.count + 3) { place in
      let result = Result<SceneFinding?, any Error> {
        switch place - scenes.count {
        case 0:
          defer { areTried.open() }
          try trials.run(report.add)
        case 1:
          let led = try lives.run(report.add)
          count.withLock { $0 = led }
        case 2:
          guard let sanitized, pace.obstacle == nil else { return nil }
          let found = try self.races(in: sanitized, pace)
          races.withLock { $0 = found }
        default:
          return try explore(scenes[place], orders ?? SubjectExplorer.usual, pace, progress) {
            // If it goes wrong without a race, no other scene matters.
            found.withLock { $0.contains { (try? $0.get())?.fault?.isCalm == true } }
          }
        }
        return nil
      }
      found.withLock { $0.append(result) }
    }
    let findings = try found.withLock { $0 }.compactMap { try $0.get() }
    for rule in rules where isExplored && rule.method == .orders {
      let round = Conformance.Report.Round(runs: [], finding: rule.finding(in: [], of: subject))
      report.add(
        Conformance.Report.Result(
          rule,
          Conformance.Report.Observations(
            rounds: [round], pace: pace, findings: findings.sorted { $0.scene < $1.scene },
            stackReport: settings.stackReport)))
    }
    var results = report.results
    if let remark = remark.withLock({ $0 }),
      let place = results.firstIndex(where: { $0.rule.id == Rule.completesInAQueue.id }),
      results[place].verdict == .holds
    {
      results[place] = .init(results[place].rule, results[place].seen.remarking(remark))
    }
    let whole = Conformance.Report(
      subject: subject.expression, results: results, lives: count.withLock { $0 },
      orders: findings.reduce(0) { $0 + $1.orders })
    guard sanitized != nil, pace.obstacle == nil else { return whole }
    let told = races.withLock { $0 }
    return whole.adding(
      told?.races ?? [], unreadable: told?.unreadable ?? 0, wasBuilt: told != nil)
  }

  private func explore(
    _ scene: RaceSetup, _ plan: Exploration.Plan, _ pace: SoloRun, _ progress: Progress,
    _ isNeedless: () -> Bool
  ) throws -> SceneFinding {
    let explorer = SubjectExplorer(deadline: deadline * 2, calm: pace.patience, host: host)
    var finding = try explorer.explore(
      scene, plan, stopsAtFault: plan.deviations != nil,
      progress: { progress.didOrder(scene.name, $0) }, unless: isNeedless)
    finding.unordered = unordered
    finding.locksArePoints = locksArePoints
    progress.didExplore(finding)
    return finding
  }

  /// How many processes there are at a time for what shows nothing if it goes wrong.
  static let mostShared = 3

  /// Measures the pace. If the operation never seems to become idle, it measures again, because one
  /// measurement on a busy machine may be wrong.
  private func measurePace(
    of subject: Subject, _ processes: SharedProcesses, _ progress: Progress
  ) throws -> SoloRun {
    let pace = try measurePaceOnce(of: subject, processes, progress)
    return pace.neverIdles ? try measurePaceOnce(of: subject, processes, progress) : pace
  }

  /// Runs the operation by itself, and beside that with its work held.
  ///
  /// - Throws: a ``MakingFailure``, or an error in one line when a process cannot be started.
  private func measurePaceOnce(
    of subject: Subject, _ processes: SharedProcesses, _ progress: Progress
  ) throws -> SoloRun {
    let trials: [Trial] = [.paceTrial, .spinTrial]
    let found = Locked<[String: Result<Run, any Error>]>([:])
    ThreadTeam(crew: trials.count).perform(trials.count) { place in
      let name = trials[place].name
      let order = TrialOrder(
        name: TrialName(rule: nil, trial: name), patience: Durations.mostPatience)
      let run = Result {
        try processes.runOrRepeat(order, name, deadline: deadline).run
      }
      if let run = try? run.get() { progress.didRun(run.detail.output) }
      found.withLock { $0[name] = run }
    }
    let runs = try found.withLock { $0 }.mapValues { try $0.get() }
    guard let plain = runs[Trial.paceTrial.name], let held = runs[Trial.spinTrial.name] else {
      preconditionFailure("each was run")
    }
    if let failure = MakingFailure(in: held, beside: plain, lines) { throw failure }
    return SoloRun(plain, held: subject.usesProbe ? held : nil)
  }
}

/// Results as they come, told in the order of their rules.
final class ResultsInOrder: Sendable {
  private struct State: Sendable {
    var results: [String: Conformance.Report.Result] = [:]
    var told = 0
    var isTelling = false
  }

  private let rules: [Rule]
  private let tell: @Sendable (Conformance.Report.Result) -> Void
  private let state = Locked(State())

  init(of rules: [Rule], tell: @escaping @Sendable (Conformance.Report.Result) -> Void) {
    (self.rules, self.tell) = (rules, tell)
  }

  /// Takes one, and tells all that may be told now, one at a time.
  @Sendable func add(_ result: Conformance.Report.Result) {
    state.withLock { $0.results[result.rule.id] = result }
    while let next = takeNext() {
      tell(next)
      state.withLock { $0.isTelling = false }
    }
  }

  /// The next that may be told now. `nil` while another is, for who tells that one looks again.
  private func takeNext() -> Conformance.Report.Result? {
    state.withLock { state in
      guard !state.isTelling, state.told < rules.count else { return nil }
      let next = state.results[rules[state.told].id]
      (state.isTelling, state.told) = (next != nil, state.told + (next == nil ? 0 : 1))
      return next
    }
  }

  var results: [Conformance.Report.Result] {
    state.withLock { state in rules.compactMap { state.results[$0.id] } }
  }
}
