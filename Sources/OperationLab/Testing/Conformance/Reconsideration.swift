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
  /// Whether the operation never comes to rest.
  let spins: Bool

  init(_ rule: Rule, _ subject: Subject, _ plain: Run?, spins: Bool) {
    self.rule = rule
    self.subject = subject
    self.plain = plain
    self.spins = spins
  }

  /// Judges one round.
  func round(_ runs: [Run]) -> ConformanceReport.Round {
    ConformanceReport.Round(
      runs: runs,
      ruling: rule.ruling(onEndingsToo: runs, of: subject, plain: plain, spins: spins))
  }

  /// The trial that shows something to be missing, for which patience may help.
  func doubtful(in ruling: Ruling) -> Trial? {
    // Who never comes to rest never will; races and crowds have had patience themselves.
    guard !spins, !rule.isRepetitive else { return nil }
    let isSuspicion = ruling.verdict == .undecided && ruling.fault != nil
    guard ruling.isProvisional || isSuspicion else { return nil }
    let names = [ruling.doubtful].compactMap { $0 } + ruling.evidence.map(\.program).reversed()
    return names.lazy.compactMap { name in rule.trials.first { $0.name == name } }.first
  }
}
