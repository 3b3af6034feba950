import Foundation
import Synchronization

/// Runs trials on threads of this very process.
struct InProcessRunner: Sendable {
  let deadline: Duration
  let rounds: Int
  /// What the moments of races follow from, one more in each further round.
  var seed = UInt64.random(in: 1..<1_000_000)

  /// How many trials run at a time: they mostly wait.
  private static let width = 8
  /// How long to believe that what stands still will move, the first time and to be sure.
  private static let patience = (first: Duration.milliseconds(300), second: Duration.seconds(2))

  /// Runs the trials of the rules and judges them.
  func check(_ subject: Subject, _ rules: [Rule]) -> ConformanceReport {
    let jobs = Mutex(ArraySlice(rules.indices.flatMap { rule in (0..<rounds).map { (rule, $0) } }))
    let none = [[[Run]]](repeating: [[Run]](repeating: [], count: rounds), count: rules.count)
    let runs = Mutex(none)
    let plain = Mutex<Run?>(nil)
    let left = Mutex(Self.width)
    let isDone = Door()
    for worker in 0..<Self.width {
      Thread.detachNewThread {
        if worker == 0 {
          let run = run(.paceTrial, subject, seed: seed)
          plain.withLock { $0 = run }
        }
        while let (place, round) = jobs.withLock({ $0.popFirst() }) {
          let result = run(rules[place], subject, round: round)
          runs.withLock { $0[place][round] = result }
        }
        if left.withLock({ left in
          left -= 1; return left == 0
        }) {
          isDone.open()
        }
      }
    }
    wait(for: isDone)
    let (all, alone) = (runs.withLock { $0 }, plain.withLock { $0 })
    return ConformanceReport(
      subject: subject.expression,
      results: zip(rules, all).map {
        ConformanceReport.Result($0, of: subject, rounds: $1, plain: alone)
      })
  }

  private func wait(for door: Door) {
    guard Thread.isMainThread else {
      while !door.wait(deadline: .seconds(3600)) {}
      return
    }
    while !door.wait(deadline: .milliseconds(2)) {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
    }
  }

  private func run(_ rule: Rule, _ subject: Subject, round: Int) -> [Run] {
    guard rule.isDecidable(on: subject) else { return [] }
    return rule.trials.filter { !$0.mayTrap }
      .map { run($0, subject, seed: seed &+ UInt64(round)) }
  }

  /// Runs a trial; a second time, with more patience, if the first time something stood still that
  /// should have moved: the machine may have been busy.
  private func run(_ trial: Trial, _ subject: Subject, seed: UInt64) -> Run {
    let (first, isDecided) = run(trial, subject, seed, patience: Self.patience.first)
    return isDecided ? first : run(trial, subject, seed, patience: Self.patience.second).run
  }

  private func run(
    _ trial: Trial, _ subject: Subject, _ seed: UInt64, patience: Duration
  ) -> (run: Run, isDecided: Bool) {
    let recorder = Recorder()
    let bench = Bench(recorder: recorder, patience: patience, sharesProcess: true)
    let ending = Mutex<Snapshot?>(nil)
    let isOver = Door()
    Thread.detachNewThread {
      trial.run(subject, on: bench, seed: seed)
      let snapshot = bench.settle()
      ending.withLock { $0 = snapshot }
      isOver.open()
    }
    let isInTime = isOver.wait(deadline: deadline)
    let (snapshot, trace) = (ending.withLock { $0 }, recorder.trace())
    let run = Run(
      program: trial.name,
      outcome: ProgramRunner.outcome(isInTime ? .exited(0) : .deadline, snapshot, trace),
      detail: Run.Detail(reachedDeadline: !isInTime), trace: trace, snapshot: snapshot)
    return (run, isInTime && !bench.hasLostPatience)
  }
}
