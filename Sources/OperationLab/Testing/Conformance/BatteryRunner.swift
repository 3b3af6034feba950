import Foundation
import OperationLab

/// Runs the trials of the rules on an operation and judges the rules.
package struct BatteryRunner: Sendable {
  /// Makes the process that does what it is asked, with ``Battery/host(arguments:subject:quit:)``.
  package typealias Host = @Sendable (any ChildOrder) -> ChildProcess

  var executor: any TrialExecutor
  private let deadline: Duration
  private let rounds: Int
  /// How far to explore, or `nil` for not at all.
  private let orders: Exploration.Budget?
  /// The synchronization in the class that has no points, such as `DispatchSemaphore`. No order
  /// controls it.
  package var unordered: [String] = []
  /// The additional time for a patient trial, which waits several times.
  var patientTime = Duration.seconds(20)

  /// Creates a runner without running anything.
  ///
  /// - Parameters:
  ///   - deadline: how long one trial may take.
  ///   - rounds: how often to repeat every trial. A rule that is broken in one round is broken.
  ///   - orders: how far to explore, with all deviations or up to the first fault, or `nil` for not
  ///     at all.
  ///   - executor: where trials run.
  init(
    deadline: Duration, rounds: Int = 1, orders: Exploration.Budget? = SubjectExplorer.usual,
    executor: any TrialExecutor
  ) {
    self.deadline = deadline
    self.rounds = rounds
    self.orders = orders
    self.executor = executor
  }

  /// A runner that starts a process for each trial.
  ///
  /// - Parameters:
  ///   - width: how many at a time. By default more than the machine has cores, because each of them
  ///     waits most of the time.
  ///   - shares: whether a process may run several trials, one after the other.
  ///   - host: makes the process of a trial, which is killed when its time is up.
  package init(
    deadline: Duration = .seconds(5), rounds: Int = 1,
    orders: Exploration.Budget? = SubjectExplorer.usual,
    width: Int = ProcessInfo.processInfo.activeProcessorCount * 2 + 1, shares: Bool = false,
    host: @escaping Host
  ) {
    let shared = shares ? TrialProcesses(host: host) : nil
    self.init(
      deadline: deadline, rounds: rounds, orders: orders,
      executor: ProcessExecutor(host: host, width: width, shared: shared))
  }

  /// The same runner with a process for each trial.
  func withProcessForEachTrial(_ executor: ProcessExecutor) -> BatteryRunner {
    var (runner, executor) = (self, executor)
    executor.shared = nil
    runner.executor = executor
    return runner
  }

  /// The functions to call while trials run. Calls come one at a time, on any thread.
  package struct Progress: Sendable {
    /// A trial has been run. The arguments count the finished trials and all trials.
    package var didRun: @Sendable (_ run: Run, _ done: Int, _ all: Int) -> Void
    /// A number of orders of a scene have been run. Called on several threads at once.
    package var didOrder: @Sendable (_ scene: String, _ count: Int) -> Void
    /// A scene has been explored.
    package var didExplore: @Sendable (SceneFinding) -> Void
    /// A rule was judged. Rules come in the given order.
    package var didJudge: @Sendable (ConformanceReport.Result) -> Void

    /// Each function does nothing by default.
    package init(
      didRun: @escaping @Sendable (_ run: Run, _ done: Int, _ all: Int) -> Void = { _, _, _ in },
      didOrder: @escaping @Sendable (_ scene: String, _ count: Int) -> Void = { _, _ in },
      didExplore: @escaping @Sendable (SceneFinding) -> Void = { _ in },
      didJudge: @escaping @Sendable (ConformanceReport.Result) -> Void = { _ in }
    ) {
      self.didRun = didRun
      self.didOrder = didOrder
      self.didExplore = didExplore
      self.didJudge = didJudge
    }
  }

  /// Runs the trials of the rules and judges them. Blocks the calling thread.
  ///
  /// - Throws: an error in one line when a process cannot be started.
  package func check(
    _ subject: Subject, rules: [Rule] = Battery.rules, progress: Progress = Progress()
  ) throws -> ConformanceReport {
    let shared = (executor as? ProcessExecutor)?.shared
    defer { shared?.end() }
    let results = try confirming(results(of: subject, rules, progress), of: subject) {
      try $0.results(of: subject, $1, progress)
    }
    let report = ConformanceReport(subject: subject.expression, results: results)
    guard let lack = executor.lack else { return report }
    return ConformanceReport(
      subject: report.subject, results: report.results.map { $0.excused(for: lack) })
  }

  private func results(
    of subject: Subject, _ rules: [Rule], _ progress: Progress
  ) throws -> [ConformanceReport.Result] {
    let start = ContinuousClock.now
    let beginning = try Crew.run { try measurePace(of: subject, rules) }
    let subject = subject.keepingWork(beginning.pace.keepsWork)
    let board = Board(
      subject, rules, rounds: rounds, beginning, isolatesTrials: executor.isolatesTrials,
      start: start, limits: executor.limits,
      explores: executor.ordersHost != nil && orders != nil, progress: progress)
    let crew = Crew()
    for _ in 0..<executor.width * (beginning.isSlow && executor.isolatesTrials ? 2 : 1) {
      crew.detach {
        while let job = board.next() { take(job, beginning.pace, board, crew) }
      }
    }
    // They take longest.
    for _ in SubjectScene.all {
      crew.detach {
        while let scene = board.nextScene() {
          board.finish(Result { try explore(scene, beginning.pace, board, progress) })
        }
      }
    }
    crew.waitForAll(unless: { board.isLate || board.isOver })
    let loner = Crew()
    loner.detach {
      while let job = board.nextAlone() { _ = board.finish(job, run(job, beginning.pace)) }
    }
    loner.waitForAll(unless: { board.isOver })
    crew.waitForAll(unless: { board.isOver })
    return try board.results()
  }

  /// The runs that come before any rule is judged.
  struct Beginning {
    /// The run in which the operation was left to itself.
    let plain: Run
    /// The run in which its work was held, or `nil` if its work cannot be held.
    let held: Run?
    var pace: Pace { Pace(plain, spin: held) }
    /// Whether trials mostly wait, for a timer or for what never comes.
    var isSlow: Bool { isStuck || pace.isSlow }
    /// Whether the operation does not finish by itself.
    var isStuck: Bool {
      plain.snapshot?.ending == .quiet
        && plain.trace.events.last { $0.kind == .settled }?.state.contains(.finished) == false
    }
  }

  /// Measures the pace. If the operation never seems to become idle, it measures again, because one
  /// measurement on a busy machine may be wrong.
  private func measurePace(of subject: Subject, _ rules: [Rule]) throws -> Beginning {
    let beginning = try measurePaceOnce(of: subject, rules)
    guard beginning.pace.isEndless, executor.isolatesTrials else { return beginning }
    return try measurePaceOnce(of: subject, rules)
  }

  /// Runs the operation by itself, and then checks whether it becomes idle while its work is held.
  private func measurePaceOnce(of subject: Subject, _ rules: [Rule]) throws -> Beginning {
    @Sendable func measure(_ trial: Trial, of rule: Rule? = nil) throws -> Run {
      let name = TrialName(rule: rule?.id, trial: trial.name)
      let order = TrialOrder(name: name, patience: Pace.most)
      return try executor.run(order, deadline: deadline, isEndless: false)
    }
    // A spinning thread cannot be stopped in a shared process, so only the rule itself tries this.
    let looksForSpin =
      subject.usesProbe
      && (executor.isolatesTrials || rules.contains { $0.id == Rule.doesNotSpin.id })
    guard looksForSpin else { return Beginning(plain: try measure(.paceTrial), held: nil) }
    let results = Locked<[Bool: Result<Run, any Error>]>([:])
    SideBySide(crew: executor.isolatesTrials ? 2 : 1).perform(2) { place in
      let isHeld = place == 1
      let run = Result {
        try isHeld ? measure(.spinTrial, of: .doesNotSpin) : measure(.paceTrial)
      }
      results.withLock { $0[isHeld] = run }
    }
    guard let plain = try results.withLock({ $0[false] })?.get(),
      let held = try results.withLock({ $0[true] })?.get()
    else { preconditionFailure("each of them has been run") }
    // Other work on that thread may have ended by now.
    return Beginning(
      plain: plain,
      held: held.seesSpinOfSomebody ? try measure(.spinTrial, of: .doesNotSpin) : held)
  }

  /// Runs a job. A doubtful trial is repeated with patience on its own thread. It mostly sleeps, so
  /// the other jobs need not wait for it.
  private func take(_ job: Board.Job, _ pace: Pace, _ board: Board, _ crew: Crew) {
    guard let doubtful = board.finish(job, run(job, pace)) else { return }
    crew.detach { crew.withSeat { take(doubtful, pace, board, crew) } }
  }

  /// The results of exploring, which are empty without a host.
  private func explore(
    _ scene: SubjectScene, _ pace: Pace, _ board: Board, _ progress: Progress
  ) throws -> SceneFinding? {
    guard let budget = orders, let host = executor.ordersHost else { return nil }
    var finding = try SubjectExplorer(deadline: deadline * 2, calm: pace.patience, host: host)
      .explore(
        scene, budget, stopsAtFault: budget.deviations != nil,
        progress: { progress.didOrder(scene.name, $0) }, unless: { board.hasCalmFault })
    finding.unordered = unordered
    return finding
  }

  private func run(_ job: Board.Job, _ pace: Pace) -> Result<Run, any Error> {
    let order = TrialOrder(
      name: job.name, patience: pace.patience, isPatient: job.isPatient, keepsWork: pace.keepsWork)
    return Result {
      let isLong = job.isPatient || job.trial.takesLong
      // An operation that never ends by itself is known to be broken, so each trial may be short.
      if pace.isEndless, !isLong {
        return try executor.run(order, deadline: min(deadline, .seconds(1)), isEndless: true)
      }
      let deadline = isLong ? deadline + patientTime : deadline
      let first = try executor.run(order, deadline: deadline, isEndless: false)
      // The machine may have been busy with something else.
      if executor.isolatesTrials {
        return first.detail.reachedDeadline && !job.hasRunOut
          ? try executor.run(order, deadline: deadline * 2, isEndless: false) : first
      }
      return first.snapshot?.ending == .deadline
        ? try executor.run(order, deadline: deadline, isEndless: false) : first
    }
  }
}

extension BatteryRunner {
  /// The report, with the lines of the user's files for each cause that is a trap, a hang or a
  /// loop. A trap outside these files is left undecided.
  ///
  /// Their trials are run again, and this time the process reports where its threads are. That
  /// takes a moment, so it is done only for these causes.
  ///
  /// - Parameters:
  ///   - files: the user's files.
  ///   - report: the results of the rules.
  ///   - symbolizer: finds the lines that Swift's crash report lacks.
  package func adding(
    stacksIn files: [String], to report: ConformanceReport, symbolizer: Symbolizer? = nil
  ) -> ConformanceReport {
    var report = report
    // Deaths in which a call of the class has a part. The message tells them apart.
    var own: Set<Ruling.Ending.Manner> = []
    var examined: Set<String> = []
    while examined.count < Self.mostStacks,
      let result = report.results(worthPlacing: own).first(where: {
        !examined.contains($0.rule.id)
      })
    {
      examined.insert(result.rule.id)
      guard let (whereabouts, hasDied) = whereabouts(of: result, files, symbolizer)
      else { continue }
      if let death = result.ruling.death, !whereabouts.isFoundations { own.insert(death) }
      report = report.adding(whereabouts, to: result, hasDied: hasDied)
    }
    return report
  }

  private static let mostStacks = 10

  /// Where the threads were, and whether the process ended there. `nil` if there is nothing to run.
  private func whereabouts(
    of result: ConformanceReport.Result, _ files: [String], _ symbolizer: Symbolizer?
  ) -> (Whereabouts, hasDied: Bool)? {
    if let ordering = result.ruling.ordering, ordering.run.hasDied {
      return (whereabouts(of: ordering, files, symbolizer), true)
    }
    let run = convictingRun(in: result)
    if let crash = run?.sanitizedCrash {
      return (Whereabouts(of: crash, files: files), true)
    }
    let name = run?.program ?? result.ruling.ending?.trial ?? result.runs.first?.program
    guard let trial = result.rule.trials.first(where: { $0.name == name }) else { return nil }
    let hasDied = run?.hasDied == true
    return (whereabouts(of: trial, result.rule, files, symbolizer, run), hasDied)
  }

  private func convictingRun(in result: ConformanceReport.Result) -> Run? {
    let program = result.ruling.ending?.trial ?? result.ruling.evidence.last?.program
    return result.runs.first { $0.program == program }
  }

  /// Runs the trial again and returns where the threads are. If the process ended early, this
  /// repeats the trial several times, because a race may not recur.
  private func whereabouts(
    of trial: Trial, _ rule: Rule, _ files: [String], _ symbolizer: Symbolizer?, _ run: Run?
  ) -> Whereabouts {
    let hasDied = run?.hasDied == true
    guard let executor = executor as? ProcessExecutor else {
      return Whereabouts(in: "", files: files, hasDied: hasDied)
    }
    var child = executor.host(
      TrialOrder(
        name: TrialName(rule: rule.id, trial: trial.name), patience: Pace.enough,
        // A process that does not end early has nothing to report.
        tellsStacks: !hasDied, tellsTraps: hasDied))
    child.tellsStacks = true
    // A thread that never sleeps reports at the deadline, all others when they are idle.
    let isBusy = run?.detail.reachedDeadline == true || rule.id == Rule.doesNotSpin.id
    let time = isBusy ? .seconds(3) : deadline + patientTime
    let runner = ProgramRunner(child: child, deadline: time)
    return whereabouts(
      in: child.executable, files, symbolizer, hasDied: hasDied,
      tries: hasDied ? Self.triesToDie : 1
    ) { try runner.run(trial.name) }
  }

  private static let triesToDie = 5

  /// Runs the order again in which the process ended, and returns where the thread was.
  private func whereabouts(
    of ordering: Ruling.Ordering, _ files: [String], _ symbolizer: Symbolizer?
  ) -> Whereabouts {
    guard let host = executor.ordersHost else {
      return Whereabouts(in: "", files: files, hasDied: true)
    }
    let scene = ordering.run.program
    @Sendable func child(_ orders: [Order]) -> ChildProcess {
      var child = host(
        SceneOrder(scene: scene, orders: orders, calm: TrialBench.patience, tellsTraps: true))
      child.tellsStacks = true
      return child
    }
    let runner = OrderRunner(program: scene, deadline: .seconds(10), host: child)
    return whereabouts(
      in: child([ordering.order]).executable, files, symbolizer, hasDied: true, tries: 1
    ) { try runner.run([ordering.order])[0].run }
  }

  /// Runs a program up to that many times, until its output shows where its threads are.
  private func whereabouts(
    in program: URL, _ files: [String], _ symbolizer: Symbolizer?, hasDied: Bool, tries: Int,
    run: () throws -> Run
  ) -> Whereabouts {
    for _ in 0..<tries {
      // The verdict stands without it.
      guard let run = try? run() else { break }
      if hasDied, !run.hasDied { continue }
      let told = symbolizer?.frames(toldIn: run.detail.output, of: program)
      let whereabouts = Whereabouts(
        in: run.detail.output, told: told, files: files, hasDied: hasDied)
      if !whereabouts.stacks.isEmpty || tries == 1 { return whereabouts }
    }
    return Whereabouts(in: "", files: files, hasDied: hasDied)
  }
}
