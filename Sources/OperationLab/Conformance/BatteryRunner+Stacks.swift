extension BatteryRunner {
  /// The report, with the line of the user's file for each cause that is a trap, a hang or a loop.
  ///
  /// Their trials are run once more, and this time the process tells where its threads are. That
  /// takes a moment, which is why it is done only for what is broken so.
  public func adding(stacksIn files: [String], to report: ConformanceReport) -> ConformanceReport {
    let violent = report.causes.map(\.result).filter {
      $0.ruling.isEnding || $0.rule.id == Rule.doesNotSpin.id || $0.ruling.why.contains("come back")
    }
    var stacks: [String: [StackFrame]] = [:]
    for result in violent.prefix(3) {
      let convicting = result.ruling.evidence.last?.program ?? result.runs.first?.program
      guard let trial = result.rule.trials.first(where: { $0.name == convicting }) else { continue }
      stacks[result.rule.id] = stack(of: trial, result.rule, files)
    }
    return stacks.isEmpty ? report : report.adding(stacks: stacks)
  }

  private func stack(of trial: Trial, _ rule: Rule, _ files: [String]) -> [StackFrame] {
    var child = host(
      TrialOrder(
        rule: rule.id, name: trial.name, patience: Pace.most, seed: seed, raceLength: raceLength,
        tellsStacks: true))
    child.tellsStacks = true
    do {
      let run = try ProgramRunner(child: child, deadline: .seconds(3)).run(trial.name)
      return StackFrame.concerned(in: run.detail.output, files: files)
    } catch {
      // The verdict stands without it.
      return []
    }
  }
}
