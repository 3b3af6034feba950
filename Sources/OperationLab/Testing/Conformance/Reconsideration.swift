import OperationLab

/// Finds the trial to repeat with patience before a rule counts as broken.
///
/// A trial that ends as soon as all threads sleep takes milliseconds, and sometimes that is too
/// soon. So an event that is missing from it is only a suspicion.
struct Reconsideration {
  let rule: Rule
  let subject: Subject
  /// The run in which the operation was left to itself.
  let plain: Run?
  /// Whether the operation never becomes idle.
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

  /// Whether the operation does not finish when left to itself, which was seen with patience. Then
  /// other rules need no patience to leave that fault to ``Rule/completesInAQueue``.
  private var isStuckAlone: Bool {
    guard rule.id != Rule.completesInAQueue.id, let plain else { return false }
    return BatteryRunner.Beginning(plain: plain, held: nil).isStuck
  }

  /// The trial with a missing event that patience may bring.
  func doubtful(in ruling: Ruling) -> Trial? {
    // Patience does not help a busy operation. Races and crowds are patient themselves.
    guard !spins, !rule.isRepetitive else { return nil }
    guard ruling.isProvisional || ruling.leavesFault else { return nil }
    if ruling.verdict == .undecided, isStuckAlone { return nil }
    let names = [ruling.doubtful].compactMap { $0 } + ruling.evidence.map(\.program).reversed()
    return names.lazy.compactMap { name in rule.trials.first { $0.name == name } }.first
  }
}
