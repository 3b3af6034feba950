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
      if rule.trials.contains(where: \.needsOwnProcess) {
        return Conformance.Report.Result(
          rule, .undecided(.seen("it was not tried, because \(obstacle)")))
      }
      if let end {
        return Conformance.Report.Result(
          rule, .undecided(.seen("it was not tried after \(end.id): look at that first")))
      }
      var result = self.result(of: rule, subject, pace, isPatient: false)
      if result.ruling.finding.isProvisional {
        result = self.result(of: rule, subject, pace, isPatient: true)
      }
      let isLate = result.runs.contains { $0.snapshot == nil }
      if isLate || result.verdict == .broken { end = rule }
      return result
    }
    return Conformance.Report(subject: subject.expression, results: results, obstacle: obstacle)
  }

  private func result(
    of rule: Rule, _ subject: Subject, _ pace: Pace, isPatient: Bool
  ) -> Conformance.Report.Result {
    var runs: [Run] = []
    for trial in rule.trials where rule.isDecidable(on: subject) {
      runs.append(run(trial, of: subject, isPatient: isPatient))
      guard runs.last?.snapshot != nil else { break }
    }
    let round = Conformance.Report.Round(
      runs: runs, finding: rule.finding(in: runs, of: subject),
      late: runs.last { $0.snapshot == nil }?.program)
    return Conformance.Report.Result(rule, Conformance.Report.Seen(rounds: [round], pace: pace))
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
