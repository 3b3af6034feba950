import Foundation
import OperationLab
import Synchronization

/// The parent's side of a check: runs every trial of the rules in a process of its own, as many at
/// a time as the machine has cores, and judges the rules.
package struct BatteryRunner: Sendable {
  /// Makes the process that runs a trial, with ``Battery/host(arguments:subject:quit:)``.
  package typealias Host = @Sendable (TrialOrder) -> ChildProcess

  let host: Host
  private let deadline: Duration
  private let rounds: Int
  private let width: Int
  let seed: UInt64
  let raceLength: Duration
  /// What a trial with patience may take longer than others: it waits some times.
  var patientTime = Duration.seconds(20)

  /// A runner; nothing is run yet.
  ///
  /// - Parameters:
  ///   - deadline: how long one trial may take before it is killed.
  ///   - rounds: how often to repeat every trial; a rule that breaks in one round is broken.
  ///   - width: how many trials run at a time.
  ///   - seed: what the moments of races follow from, one more in each further round; by default
  ///     another one every time. The ruling names it.
  ///   - raceLength: how long a race goes on, if nothing goes wrong in it.
  ///   - host: makes the process of a trial.
  package init(
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
    let (plain, pace) = try measurePace(of: subject)
    let board = Board(
      subject, rules, rounds: rounds, plain: plain, isEndless: pace.isEndless, progress: progress)
    let crew = Crew()
    for _ in 0..<width {
      crew.detach { while let job = board.next() { take(job, pace, board, crew) } }
    }
    crew.waitForAll()
    return try board.report()
  }

  /// Measures the pace; once more if nothing seems ever to come to rest: then nobody has patience any
  /// more, and on a busy machine one look may deceive.
  private func measurePace(of subject: Subject) throws -> (Run, Pace) {
    let (plain, pace) = try measurePaceOnce(of: subject)
    return pace.isEndless ? try measurePaceOnce(of: subject) : (plain, pace)
  }

  /// Lets the operation alone, and at the same time looks whether it ever comes to rest.
  private func measurePaceOnce(of subject: Subject) throws -> (Run, Pace) {
    let spin = Locked<Result<Run, any Error>?>(nil)
    let crew = Crew()
    if subject.usesProbe {
      crew.detach {
        let order = TrialOrder(
          name: TrialName(rule: Rule.doesNotSpin.id, trial: Trial.spinTrial.name),
          patience: Pace.most, seed: seed)
        let result = Result { try run(order, deadline: deadline) }
        spin.withLock { $0 = result }
      }
    }
    let plain = try run(
      TrialOrder(
        name: TrialName(trial: Trial.paceTrial.name), patience: Pace.most, seed: seed),
      deadline: deadline)
    if subject.usesProbe { crew.waitForAll() }
    return (plain, Pace(plain, spin: try spin.withLock { $0 }?.get()))
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
        return try run(order, deadline: min(deadline, .seconds(1)), isEndless: true)
      }
      let deadline = isLong ? deadline + patientTime : deadline
      let first = try run(order, deadline: deadline)
      // The machine may have been busy with something else.
      return first.detail.reachedDeadline && !job.hasRunOut
        ? try run(order, deadline: deadline * 2) : first
    }
  }

  private func run(
    _ order: TrialOrder, deadline: Duration, isEndless: Bool = false
  ) throws -> Run {
    var runner = ProgramRunner(child: host(order), deadline: deadline)
    runner.isEndless = isEndless
    return try runner.run(order.name.trial)
  }
}
