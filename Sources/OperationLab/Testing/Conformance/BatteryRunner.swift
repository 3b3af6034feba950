import Foundation
import OperationLab

/// Runs the trials of the rules on an operation and judges the rules.
package struct BatteryRunner: Sendable {
  /// Makes the process that runs a trial, with ``Battery/host(arguments:subject:quit:)``.
  package typealias Host = @Sendable (TrialOrder) -> ChildProcess

  let executor: any TrialExecutor
  private let deadline: Duration
  private let rounds: Int
  let seed: UInt64
  let raceLength: Duration
  /// What a trial with patience may take longer than others: it waits some times.
  var patientTime = Duration.seconds(20)

  /// A runner; nothing is run yet.
  ///
  /// - Parameters:
  ///   - deadline: how long one trial may take.
  ///   - rounds: how often to repeat every trial; a rule that breaks in one round is broken.
  ///   - seed: what the moments of races follow from, one more in each further round; by default
  ///     another one every time. The ruling names it.
  ///   - raceLength: how long a race goes on, if nothing goes wrong in it.
  ///   - executor: where trials run.
  init(
    deadline: Duration, rounds: Int = 1, seed: UInt64 = .random(in: 1..<1_000_000),
    raceLength: Duration = Battery.raceLength, executor: any TrialExecutor
  ) {
    self.deadline = deadline
    self.rounds = rounds
    self.seed = seed
    self.raceLength = raceLength
    self.executor = executor
  }

  /// A runner that starts a process for each trial, as many at a time as the machine has cores.
  ///
  /// - Parameter host: makes the process of a trial, which is killed when its time is up.
  package init(
    deadline: Duration = .seconds(5), rounds: Int = 1, seed: UInt64 = .random(in: 1..<1_000_000),
    raceLength: Duration = Battery.raceLength, host: @escaping Host
  ) {
    self.init(
      deadline: deadline, rounds: rounds, seed: seed, raceLength: raceLength,
      executor: ProcessExecutor(
        host: host, width: ProcessInfo.processInfo.activeProcessorCount))
  }

  /// What to call while trials run; calls come one at a time, on any thread.
  package struct Progress: Sendable {
    /// A trial has been run: so many of so many.
    package var didRun: @Sendable (_ run: Run, _ done: Int, _ all: Int) -> Void
    /// A rule was judged; rules come in the order in which they were given.
    package var didJudge: @Sendable (ConformanceReport.Result) -> Void

    /// Calls that do nothing unless given.
    package init(
      didRun: @escaping @Sendable (_ run: Run, _ done: Int, _ all: Int) -> Void = { _, _, _ in },
      didJudge: @escaping @Sendable (ConformanceReport.Result) -> Void = { _ in }
    ) {
      self.didRun = didRun
      self.didJudge = didJudge
    }
  }

  /// Runs the trials of the rules and judges them; blocks the calling thread.
  ///
  /// - Throws: an error in one line when a process cannot be started.
  package func check(
    _ subject: Subject, rules: [Rule] = Battery.rules, progress: Progress = Progress()
  ) throws -> ConformanceReport {
    let start = ContinuousClock.now
    let beginning = try Crew.run { try measurePace(of: subject, rules) }
    let board = Board(
      subject, rules, rounds: rounds, beginning, isolatesTrials: executor.isolatesTrials,
      limit: executor.limit.map { start + $0 }, progress: progress)
    let crew = Crew()
    for _ in 0..<executor.width {
      crew.detach { while let job = board.next() { take(job, beginning.pace, board, crew) } }
    }
    crew.waitForAll(unless: { board.isLate })
    let loner = Crew()
    loner.detach {
      while let job = board.nextAlone() { _ = board.finish(job, run(job, beginning.pace)) }
    }
    loner.waitForAll(unless: { board.isOver })
    let report = try board.report()
    guard let lack = executor.lack else { return report }
    return ConformanceReport(
      subject: report.subject, results: report.results.map { $0.excused(for: lack) })
  }

  /// What is known before any rule is judged.
  struct Beginning {
    /// The run in which the operation was left alone.
    let plain: Run
    /// The run in which its work was held; `nil` if it has none that could be.
    let held: Run?
    var pace: Pace { Pace(plain, spin: held) }
  }

  /// Measures the pace; once more if nothing seems ever to come to rest: then nobody has patience any
  /// more, and on a busy machine one look may deceive.
  private func measurePace(of subject: Subject, _ rules: [Rule]) throws -> Beginning {
    let beginning = try measurePaceOnce(of: subject, rules)
    guard beginning.pace.isEndless, executor.isolatesTrials else { return beginning }
    return try measurePaceOnce(of: subject, rules)
  }

  /// Lets the operation alone; then looks whether it ever comes to rest while its work is held.
  private func measurePaceOnce(of subject: Subject, _ rules: [Rule]) throws -> Beginning {
    func measure(_ trial: Trial, of rule: Rule? = nil) throws -> Run {
      let name = TrialName(rule: rule?.id, trial: trial.name)
      let order = TrialOrder(name: name, patience: Pace.most, seed: seed)
      return try executor.run(order, deadline: deadline, isEndless: false)
    }
    // Where a thread that never sleeps is not stopped, only who asks for that is looked at.
    let looksForSpin =
      subject.usesProbe
      && (executor.isolatesTrials || rules.contains { $0.id == Rule.doesNotSpin.id })
    let plain = try measure(.paceTrial)
    guard looksForSpin else { return Beginning(plain: plain, held: nil) }
    let held = try measure(.spinTrial, of: .doesNotSpin)
    // What others did on that thread may be over by now.
    return Beginning(
      plain: plain,
      held: held.seesSpinOfSomebody ? try measure(.spinTrial, of: .doesNotSpin) : held)
  }

  /// Runs a job. What it leaves doubtful is run again, with patience, on a thread of its own: it
  /// mostly sleeps, and need not keep the others waiting.
  private func take(_ job: Board.Job, _ pace: Pace, _ board: Board, _ crew: Crew) {
    guard let doubtful = board.finish(job, run(job, pace)) else { return }
    crew.detach { crew.withSeat { take(doubtful, pace, board, crew) } }
  }

  private func run(_ job: Board.Job, _ pace: Pace) -> Result<Run, any Error> {
    let order = TrialOrder(
      name: job.name, patience: pace.patience,
      seed: seed &+ UInt64(job.round), raceLength: raceLength, isPatient: job.isPatient)
    return Result {
      let isLong = job.isPatient || job.trial.takesLong
      // What never ends when left alone is found out; no need to wait as long for each trial.
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
  /// The report, with the lines of the user's files for each cause that is a trap, a hang or a loop. A
  /// trap in which none of the files has a part is left undecided.
  ///
  /// Their trials are run once more, and this time the process tells where its threads are. That
  /// takes a moment, which is why it is done only for what is broken so.
  ///
  /// - Parameters:
  ///   - files: the user's own.
  ///   - report: what the rules have found.
  ///   - symbolizer: finds the lines where Swift's report of a crash does not get as far as them.
  package func adding(
    stacksIn files: [String], to report: ConformanceReport, symbolizer: Symbolizer? = nil
  ) -> ConformanceReport {
    var report = report
    for cause in report.causes.prefix(Self.mostStacks) {
      let result = cause.result
      let run = convictingRun(in: result)
      guard
        result.ruling.leavesThreads || result.ruling.ending != nil || run?.hasDied == true
          || result.rule.id == Rule.doesNotSpin.id || result.ruling.reason.neverReturns
      else { continue }
      let name = run?.program ?? result.ruling.ending?.trial ?? result.runs.first?.program
      guard let trial = result.rule.trials.first(where: { $0.name == name }) else { continue }
      let whereabouts = whereabouts(
        of: trial, result.rule, files, symbolizer, hasDied: run?.hasDied == true)
      report = report.adding(whereabouts, to: cause, hasDied: run?.hasDied == true)
    }
    return report
  }

  private static let mostStacks = 3

  private func convictingRun(in result: ConformanceReport.Result) -> Run? {
    let program = result.ruling.ending?.trial ?? result.ruling.evidence.last?.program
    return result.runs.first { $0.program == program }
  }

  /// Where the threads are when the trial is run once more; some times more if the process ended
  /// before its time, which after a race it need not do again.
  private func whereabouts(
    of trial: Trial, _ rule: Rule, _ files: [String], _ symbolizer: Symbolizer?, hasDied: Bool
  ) -> Whereabouts {
    let nowhere = Whereabouts(in: "", files: files, hasDied: hasDied)
    guard let executor = executor as? ProcessExecutor else { return nowhere }
    var child = executor.host(
      TrialOrder(
        name: TrialName(rule: rule.id, trial: trial.name), patience: Pace.most, seed: seed,
        raceLength: raceLength,
        // Who lives this time has nothing to tell.
        tellsStacks: !hasDied, tellsTraps: hasDied))
    child.tellsStacks = true
    let runner = ProgramRunner(child: child, deadline: .seconds(hasDied ? 10 : 3))
    for _ in 0..<(hasDied ? Self.triesToDie : 1) {
      // The verdict stands without it.
      guard let run = try? runner.run(trial.name) else { return nowhere }
      if hasDied, !run.hasDied { continue }
      let told = symbolizer?.frames(toldIn: run.detail.output, of: child.executable)
      let whereabouts = Whereabouts(
        in: run.detail.output, told: told, files: files, hasDied: hasDied)
      if !whereabouts.stacks.isEmpty { return whereabouts }
    }
    return nowhere
  }

  private static let triesToDie = 5
}
