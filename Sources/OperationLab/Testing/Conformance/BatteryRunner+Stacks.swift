import OperationLab

extension BatteryRunner {
  /// The report, with the line of the user's file for each cause that is a trap, a hang or a loop.
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
    let violent = report.causes.map(\.result).filter {
      $0.ruling.ending != nil || $0.rule.id == Rule.doesNotSpin.id
        || $0.ruling.reason.neverReturns
        || convictingRun(in: $0)?.hasDied == true
    }
    var stacks: [String: [StackFrame]] = [:]
    for result in violent.prefix(3) {
      let run = convictingRun(in: result)
      let name = run?.program ?? result.runs.first?.program
      guard let trial = result.rule.trials.first(where: { $0.name == name }) else { continue }
      stacks[result.rule.id] = stack(
        of: trial, result.rule, files, symbolizer, hasDied: run?.hasDied == true)
    }
    return stacks.isEmpty ? report : report.adding(stacks: stacks)
  }

  private func convictingRun(in result: ConformanceReport.Result) -> Run? {
    let program = result.ruling.evidence.last?.program
    return result.runs.first { $0.program == program }
  }

  /// Where the thread concerned is when the trial is run once more; some times more if the process
  /// ended before its time, which after a race it need not do again.
  private func stack(
    of trial: Trial, _ rule: Rule, _ files: [String], _ symbolizer: Symbolizer?, hasDied: Bool
  ) -> [StackFrame] {
    guard let executor = executor as? ProcessExecutor else { return [] }
    var child = executor.host(
      TrialOrder(
        name: TrialName(rule: rule.id, trial: trial.name), patience: Pace.most, seed: seed,
        raceLength: raceLength,
        // Who lives this time has nothing to tell.
        tellsStacks: !hasDied))
    child.tellsStacks = true
    let runner = ProgramRunner(child: child, deadline: .seconds(hasDied ? 10 : 3))
    for _ in 0..<(hasDied ? Self.triesToDie : 1) {
      // The verdict stands without it.
      guard let run = try? runner.run(trial.name) else { return [] }
      if hasDied, !run.hasDied { continue }
      let told = symbolizer?.frames(toldIn: run.detail.output, of: child.executable) ?? []
      let stack = StackFrame.concerned(in: run.detail.output, told: told, files: files)
      if !stack.isEmpty { return stack }
    }
    return []
  }

  private static let triesToDie = 5
}
