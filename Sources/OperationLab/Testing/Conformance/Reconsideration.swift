import OperationLab

/// Which trial must be run again, with patience, before a rule may be called broken.
///
/// A trial that is over as soon as all threads sleep takes milliseconds, and now and then that is
/// too soon. So what it shows to be missing is only a suspicion.
struct Reconsideration {
  let rule: Rule
  let subject: Subject
  /// The run in which the operation was left alone.
  let plain: Run?
  /// Whether the operation never comes to rest: then patience is of no use.
  let isEndless: Bool

  init(_ rule: Rule, _ subject: Subject, _ plain: Run?, isEndless: Bool) {
    self.isEndless = isEndless
    self.rule = rule
    self.subject = subject
    self.plain = plain
  }

  /// The trial that shows something to be missing, if it has not been run with patience yet.
  ///
  /// - Parameter patient: the names of those that have been.
  func doubtful(in runs: [Run], patient: Set<String>) -> Trial? {
    // Races and crowds have had patience themselves.
    guard !isEndless, !rule.isRepetitive else { return nil }
    let ruling = rule.ruling(onEndingsToo: runs, of: subject, plain: plain)
    let isSuspicion = ruling.verdict == .undecided && ruling.fault != nil
    guard ruling.isProvisional || isSuspicion else { return nil }
    let names = [ruling.doubtful].compactMap { $0 } + ruling.evidence.map(\.program).reversed()
    let trial = names.lazy.compactMap { name in rule.trials.first { $0.name == name } }.first
    guard let trial, !patient.contains(trial.name) else { return nil }
    return trial
  }
}
