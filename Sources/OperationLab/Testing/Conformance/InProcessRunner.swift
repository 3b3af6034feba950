import Foundation
import OperationLab
import Synchronization

/// Runs trials on threads of this very process.
struct InProcessRunner: Sendable {
  let deadline: Duration
  let rounds: Int
  /// What the moments of races follow from, one more in each further round.
  var seed = UInt64.random(in: 1..<1_000_000)
  /// One for each check.
  var taskPool = TaskPool()

  /// How many trials run at a time: they mostly wait.
  private static let width = 8
  /// How long to believe that what stands still will move: of a subject that hangs anyway, the
  /// first time, and to be sure.
  private static let patience = (
    least: Duration.milliseconds(100), first: Duration.milliseconds(300),
    second: Duration.seconds(2)
  )

  /// Two trials that nothing else runs beside, before any other has left a thread that spins.
  private struct Beginning {
    /// It is left alone.
    let plain: Run
    /// Its work is held; `nil` if nobody asks for that, or nobody can do it.
    let held: Run?

    /// What never ends when left alone will not end in a trial, however long one waits; `nil` if
    /// waiting may help.
    var patience: Duration? {
      plain.outcome == .hangs ? InProcessRunner.patience.least : nil
    }

    /// Whether it is busy for as long as its work is held.
    var spins: Bool { held?.seesSpin == true }
  }

  /// Runs the trials of the rules and judges them.
  func check(_ subject: Subject, _ rules: [Rule]) -> ConformanceReport {
    let looksForSpin = rules.contains {
      $0.id == Rule.doesNotSpin.id && $0.isDecidable(on: subject)
    }
    let first = Mutex<Beginning?>(nil)
    work(on: 1) {
      let beginning = Beginning(
        plain: run(.paceTrial, subject, seed: seed, patience: nil),
        held: looksForSpin ? run(.spinTrial, subject, seed: seed, patience: nil) : nil)
      first.withLock { $0 = beginning }
    }
    let alone = first.withLock { $0 }
    let jobs = Mutex(ArraySlice(rules.indices.flatMap { rule in (0..<rounds).map { (rule, $0) } }))
    let judged = Mutex(
      [[ConformanceReport.Round?]](
        repeating: [ConformanceReport.Round?](repeating: nil, count: rounds), count: rules.count))
    work(on: Self.width) {
      while let (place, round) = jobs.withLock({ $0.popFirst() }) {
        let result = run(rules[place], subject, round: round, alone)
        judged.withLock { $0[place][round] = result }
      }
    }
    let results = zip(rules, judged.withLock { $0 }).map {
      ConformanceReport.Result($0, $1.compactMap(\.self))
    }
    return ConformanceReport(
      subject: subject.expression,
      results: taskPool.lacksThreads
        ? results.map { $0.excused(for: .seen(TaskPool.noThread)) } : results)
  }

  /// Does the body on so many new threads at once, and waits for all of them.
  private func work(on count: Int, _ body: @escaping @Sendable () -> Void) {
    let left = Locked(count)
    let isDone = Door()
    for _ in 0..<count {
      Thread.detachNewThread {
        body()
        let isLast = left.withLock { left in
          left -= 1
          return left == 0
        }
        if isLast { isDone.open() }
      }
    }
    wait(for: isDone)
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

  private func run(
    _ rule: Rule, _ subject: Subject, round: Int, _ beginning: Beginning?
  ) -> ConformanceReport.Round {
    let spins = beginning?.spins == true
    let judge = Reconsideration(rule, subject, beginning?.plain, spins: spins)
    guard rule.isDecidable(on: subject) else { return judge.round([]) }
    if rule.id == Rule.doesNotSpin.id, round == 0 || spins, let held = beginning?.held {
      return judge.round([held])
    }
    // A thread that spins is in the way of all other trials, and shows nothing.
    if spins, rule.trials.contains(where: \.holdsWork) { return judge.round([]) }
    let seed = seed &+ UInt64(round)
    let patience = beginning?.patience
    var judged = judge.round(
      rule.trials.filter { !$0.mayTrap }
        .map { run($0, subject, seed: seed, patience: patience) })
    // What is missing is looked for once more with patience, as `lab check` does.
    var patient: Set<String> = []
    while let trial = judge.doubtful(in: judged.ruling), patient.insert(trial.name).inserted {
      let again = attempt(trial, subject, seed, patience: Self.patience.second, isPatient: true).run
      judged = judge.round(judged.runs.map { $0.program == trial.name ? again : $0 })
    }
    return judged
  }

  /// Runs a trial with that patience. If none is given, it is run a second time, with more, when
  /// something stood still the first time that should have moved, or moved that may be somebody
  /// else's: the machine may have been busy.
  private func run(
    _ trial: Trial, _ subject: Subject, seed: UInt64, patience: Duration?
  ) -> Run {
    if let patience { return attempt(trial, subject, seed, patience: patience).run }
    let (first, isDecided) = attempt(trial, subject, seed, patience: Self.patience.first)
    return isDecided ? first : attempt(trial, subject, seed, patience: Self.patience.second).run
  }

  private func attempt(
    _ trial: Trial, _ subject: Subject, _ seed: UInt64, patience: Duration, isPatient: Bool = false
  ) -> (run: Run, isDecided: Bool) {
    let recorder = Recorder()
    let bench = Bench(
      recorder: recorder, patience: patience, sharesProcess: true, taskPool: taskPool)
    let ending = Mutex<Snapshot?>(nil)
    let isOver = Door()
    Thread.detachNewThread {
      trial.run(subject, on: bench, seed: seed, isPatient: isPatient)
      let snapshot = bench.settle()
      ending.withLock { $0 = snapshot }
      isOver.open()
    }
    let isInTime = isOver.wait(until: Deadline(isPatient ? deadline * 2 : deadline))
    let (snapshot, trace) = (ending.withLock { $0 }, recorder.trace())
    let run =
      Self.refusal(in: trial, trace)
      ?? Run(
        program: trial.name,
        outcome: ProgramRunner.outcome(isInTime ? .exited(0) : .deadline, snapshot, trace),
        detail: Run.Detail(reachedDeadline: !isInTime), trace: trace, snapshot: snapshot)
    return (run, isInTime && !bench.hasLostPatience && !run.seesSpinOfSomebody)
  }

  /// The run as it would have been in a process of its own, where a queue that is given a finished
  /// operation ends the process: the commonest mistake of all must not end everybody's tests.
  private static func refusal(in trial: Trial, _ trace: Trace) -> Run? {
    guard let place = trace.events.firstIndex(where: { $0.mark == TracedQueue.refusal }) else {
      return nil
    }
    return Run(
      program: trial.name, outcome: .traps,
      detail: Run.Detail(signal: "a trap", output: "Fatal error: \(TracedQueue.refusal.words)\n"),
      trace: Trace(Array(trace.events[..<place])))
  }
}
