extension ConformanceReport: CustomStringConvertible {
  /// What is broken, with the events that show it, what it costs and how to mend it: for the
  /// message of a failed test.
  public var description: String {
    let undecided = results.filter { $0.ruling.verdict == .undecided }.map(\.rule.id)
    let rest =
      undecided.isEmpty ? "" : " Undecided: \(undecided.joined(separator: ", ")); see 'results'."
    guard !passed else {
      return "\(subject) keeps \(results.count - undecided.count) of \(results.count) rules.\(rest)"
    }
    let heading = "\(subject) breaks \(failures.count) of \(results.count) rules.\(rest)"
    return ([heading] + failures.map(\.description)).joined(separator: "\n\n")
  }
}

extension ConformanceReport.Result: CustomStringConvertible {
  /// The rule, the verdict and the events, in some lines.
  public var description: String {
    let deciding = Set(ruling.evidence.map(\.program))
    let trials = rule.trials.filter { deciding.contains($0.name) }.map { "  Done: \($0.summary)" }
    let events = ruling.evidence.map { "    \($0.event)" }
    let often = rounds > 1 ? " (in \(brokenRounds) of \(rounds) rounds)" : ""
    return
      (["\(rule.id) \(ruling.verdict.rawValue)\(often): \(rule.statement)"] + trials + [
        "  Seen: \(ruling.why)"
      ] + events + [
        "  Cost: \(rule.cost)", "  Mend: \(rule.cure)", "  Read: lesson \(rule.lesson)",
      ]).joined(separator: "\n")
  }
}
