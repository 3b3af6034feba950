import Foundation
import OperationLab

/// Tries a class on a thread of the test process, where its program cannot be started again.
///
/// Rules that need a process of their own are not tried. As on any bench of a test, an operation that
/// is still under way leaves a rule undecided. After a rule that is broken or does not end, no other
/// is tried: it might end the tests.
struct TrialThread {
  let subject: Subject
  /// How long a trial may take.
  let deadline: Duration

  /// The report on the rules.
  ///
  /// - Parameter obstacle: why the program cannot be started again.
  func check(_ rules: [Rule], because obstacle: String) -> Conformance.Report {
    let pace = Pace(run(.paceTrial, of: subject, isPatient: false))
    let subject = subject.keepingWork(pace.keepsWork)
    var end: Rule?
    let results = rules.map { rule in
      var round = Conformance.Report.Round(
        runs: [], ruling: Ruling(.undecided, .seen("it was not tried, because \(obstacle)"), []))
      let isSafe = !rule.trials.contains(where: \.needsOwnProcess)
      if isSafe, let end {
        round.ruling.reason = .seen("it was not tried after \(end.id): look at that first")
      } else if isSafe {
        round = self.round(of: rule, subject, pace, isPatient: false)
        if round.ruling.isProvisional {
          round = self.round(of: rule, subject, pace, isPatient: true)
        }
        let isLate = round.runs.contains { $0.snapshot == nil }
        if isLate || round.ruling.verdict == .broken { end = rule }
      }
      return Conformance.Report.Result(rule, [round])
    }
    return Conformance.Report(subject: subject.expression, results: results, obstacle: obstacle)
  }

  private func round(
    of rule: Rule, _ subject: Subject, _ pace: Pace, isPatient: Bool
  ) -> Conformance.Report.Round {
    var runs: [Run] = []
    for trial in rule.trials where rule.isDecidable(on: subject) {
      runs.append(run(trial, of: subject, isPatient: isPatient))
      guard runs.last?.snapshot != nil else { break }
    }
    var ruling = rule.ruling(onEndingsToo: runs, of: subject, pace: pace)
    if let late = runs.last, late.snapshot == nil, ruling.verdict != .broken || ruling.isProvisional
    {
      ruling = Ruling(.undecided, .seen("trial '\(late.program)' did not end in time"), [])
    }
    return Conformance.Report.Round(runs: runs, ruling: ruling)
  }

  /// The run of a trial. Without a snapshot if it did not end in time.
  private func run(_ trial: Trial, of subject: Subject, isPatient: Bool) -> Run {
    let recorder = Recorder()
    let bench = Bench(recorder: recorder, policy: .test(patience: Pace.enough))
    let ending = Locked<Snapshot?>(nil)
    let hasEnded = Latch()
    Thread.detachNewThread {
      trial.run(subject, on: bench, isPatient: isPatient)
      let snapshot = bench.settledSnapshot()
      ending.withLock { $0 = snapshot }
      hasEnded.open()
    }
    _ = hasEnded.wait(until: Deadline(deadline))
    let (snapshot, trace) = (ending.withLock { $0 }, recorder.trace())
    let outcome = ProgramRunner.outcome(snapshot == nil ? .deadline : .exited(0), snapshot, trace)
    return Run(program: trial.name, outcome: outcome, trace: trace, snapshot: snapshot)
  }
}
