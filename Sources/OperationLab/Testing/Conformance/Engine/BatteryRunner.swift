import Foundation
import OperationBench
import OperationLab

/// Leads operations through lives and judges the rules.
package struct BatteryRunner: Sendable {
  /// Makes the process that does what it is asked, with ``Battery/host(arguments:subject:quit:)``.
  package typealias Host = @Sendable (ChildRequest) -> ChildProcess

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
  /// The additional time for a life that waits several times.
  var extraTime = Duration.seconds(20)

  /// Creates a runner without running anything.
  ///
  /// - Parameters:
  ///   - deadline: how long one life may take.
  ///   - rounds: how often to check. A rule that is broken in one round is broken.
  ///   - orders: how far to explore, with all deviations or up to the first fault, or `nil` for not
  ///     at all.
  ///   - width: how many lives run at a time. By default more than the machine has cores, because
  ///     each of them waits most of the time.
  ///   - host: makes the process of a life, which is killed when its time is up.
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

  /// The functions to call while lives are led. Calls come one at a time, on any thread.
  package struct Progress: Sendable {
    /// A process has ended, which has printed that.
    package var didRun: @Sendable (_ output: String) -> Void
    /// So many lives of all have been led.
    package var didLive: @Sendable (_ done: Int, _ all: Int) -> Void
    /// A number of orders have been run of a life that begins in that manner. Called on several threads at once.
    package var didOrder: @Sendable (_ manner: String, _ count: Int) -> Void
    /// The orders of a life have been explored.
    package var didExplore: @Sendable (OrdersFinding) -> Void

    /// Each function does nothing by default.
    package init(
      didRun: @escaping @Sendable (_ output: String) -> Void = { _ in },
      didLive: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in },
      didOrder: @escaping @Sendable (_ manner: String, _ count: Int) -> Void = { _, _ in },
      didExplore: @escaping @Sendable (OrdersFinding) -> Void = { _ in }
    ) {
      self.didRun = didRun
      self.didLive = didLive
      self.didOrder = didOrder
      self.didExplore = didExplore
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

  /// Leads the lives that the rules look at, and judges the rules. Blocks the calling thread.
  ///
  /// - Parameter code: where data races count, if the host's program was built with the thread sanitizer.
  ///   The report includes its result then.
  /// - Throws: an error in one line when a process cannot be started.
  package func check(
    _ subject: Subject, rules: [Rule] = Battery.rules, racesIn code: DataRace.Code? = nil,
    progress: Progress = Progress()
  ) throws -> Conformance.Report {
    let reports = try (0..<rounds).map { _ in
      try checkOnce(subject, rules, racesIn: code, progress)
    }
    return rounds == 1 ? reports[0] : Conformance.Report(repeated: reports)
  }

  private func checkOnce(
    _ subject: Subject, _ rules: [Rule], racesIn code: DataRace.Code?, _ progress: Progress
  ) throws -> Conformance.Report {
    let output = Locked<[String]>([])
    let progress = progress.telling { text in output.withLock { $0.append(text) } }
    let processes = SharedProcesses(Self.mostShared, host: host)
    let pace = try measurePace(of: subject, processes, progress)
    let subject = subject.keepingWork(pace.keepsWork).answering(pace.answers)
    // It says nothing of a class that nobody asks for a result, unless that is asked for.
    let rules = rules.filter {
      !$0.needsAnswer || subject.usesAnswer || rules.count < Battery.rules.count
    }
    let isExplored = orders != nil && pace.obstacle == nil
    let wantsOrders = rules.contains { $0.id == Rule.survivesRaces.id }
    let raced = isExplored && wantsOrders ? Life.raced : []
    let runner = LifeRunner(
      subject: subject, rules: rules.filter { raced.isEmpty || $0.id != Rule.survivesRaces.id },
      pace: pace,
      settings: LifeRunner.Settings(
        width: width, deadline: deadline, extraTime: extraTime, awaitsTimers: mayUseClocks),
      host: host, processes: processes, progress: progress,
      events: orders != nil && orders?.deviations == nil ? 3 : 2)
    let findings = Locked<[OrdersFinding]>([])
    let led = Locked<(sightings: [LifeRunner.Sighting], lives: Int)>(([], 0))
    let races = Locked<SanitizerReports?>(nil)
    let failures = Locked<[any Error]>([])
    // Orders take longest.
    ThreadTeam(crew: raced.count + 2).perform(raced.count + 2) { place in
      do {
        switch place - raced.count {
        case 0:
          let found = try runner.run()
          led.withLock { $0 = found }
        case 1:
          guard let sanitized, pace.obstacle == nil else { return }
          let found = try self.races(in: sanitized, runner.request)
          races.withLock { $0 = found }
        default:
          let finding = try explore(
            raced[place], orders ?? SubjectExplorer.usual, pace, progress
          ) {
            // If it goes wrong without a race, no other life matters.
            findings.withLock { $0.contains { $0.fault?.isCalm == true } }
          }
          findings.withLock { $0.append(finding) }
        }
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    if let failure = failures.withLock({ $0 }).first { throw failure }
    let explored = findings.withLock { $0 }.sorted {
      $0.life.place.lexicographicallyPrecedes($1.life.place)
    }
    let text = output.withLock { $0 }.joined(separator: "\n")
    var (sightings, lives) = led.withLock { $0 }
    var seen = rules.map { rule -> (rule: Rule, sighting: LifeRunner.Sighting) in
      guard raced.isEmpty || rule.id != Rule.survivesRaces.id else {
        return (rule, LifeRunner.Sighting(finding: .onOrders(explored)))
      }
      var sighting = sightings.removeFirst()
      if rule.id == Rule.completesInAQueue.id {
        sighting.finding = sighting.finding.remarking(RuleFinding.remark(onActorsIn: text))
      }
      return (rule, sighting)
    }
    let found = code.map { SanitizerReports(in: text, whole: text, $0) } ?? races.withLock { $0 }
    if code != nil || sanitized != nil && pace.obstacle == nil {
      let finding =
        found?.finding ?? .undecided("the class cannot be built with the thread sanitizer here")
      seen.append((.noDataRaces, LifeRunner.Sighting(finding: finding)))
    }
    return Conformance.Report(
      subject: subject.expression, seen, pace: pace, races: found?.races, lives: lives,
      orders: explored.reduce(0) { $0 + $1.orders },
      stackReport: { [lines] in lines?.report(on: $0) })
  }

  private func explore(
    _ life: Life, _ plan: Exploration.Plan, _ pace: SoloRun, _ progress: Progress,
    _ isNeedless: () -> Bool
  ) throws -> OrdersFinding {
    let explorer = SubjectExplorer(deadline: deadline * 2, calm: pace.patience, host: host)
    var finding = try explorer.explore(
      life, plan, stopsAtFault: plan.deviations != nil,
      progress: { progress.didOrder(life.manner, $0) }, unless: isNeedless)
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
    let lives = [Life(.alone), Life(.watched)]
    let found = Locked<[String: Result<Run, any Error>]>([:])
    ThreadTeam(crew: lives.count).perform(lives.count) { place in
      let name = lives[place].name
      let request = LivesRequest(lives: [lives[place]], patience: Durations.mostPatience)
      let run = Result { try processes.runOrRepeat(request, name, deadline: deadline) }
      if let run = try? run.get() { progress.didRun(run.detail.output) }
      found.withLock { $0[name] = run }
    }
    let runs = try found.withLock { $0 }.mapValues { try $0.get() }
    guard let plain = runs[lives[0].name], let held = runs[lives[1].name] else {
      preconditionFailure("each was run")
    }
    if let failure = MakingFailure(in: held, beside: plain, lines) { throw failure }
    return SoloRun(plain, held: subject.usesProbe ? held : nil)
  }
}
