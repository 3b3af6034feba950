extension Conformance.Report: CustomStringConvertible {
  /// What is broken, with the events that show it, what it costs and how to mend it: for the
  /// message of a failed test.
  public var description: String {
    let undecided = undecided.map(\.rule.id)
    let rest =
      undecided.isEmpty ? "" : " Undecided: \(undecided.joined(separator: ", ")); see 'results'."
    guard !passed else {
      return "\(subject) keeps \(results.count - undecided.count) of \(results.count) rules.\(rest)"
    }
    if failures.isEmpty, let reason = unfit.first?.ruling.why {
      return
        "\(subject) cannot be judged here by \(unfit.count) of \(results.count) rules: \(reason)."
    }
    let heading = "\(subject) breaks \(failures.count) of \(results.count) rules.\(rest)"
    return ([heading] + causes.map(\.description)).joined(separator: "\n\n")
  }
}

extension ConformanceReport.Cause: CustomStringConvertible {
  /// The rule nearest to the mistake in full, and a line for each that is broken because of it.
  package var description: String {
    guard !symptoms.isEmpty else { return result.description }
    let lines = symptoms.map { "    \($0.rule.id): \($0.ruling.why)" }
    return ([result.description, "  Explains, as a rule:"] + lines).joined(separator: "\n")
  }
}

extension Conformance.Report.Result: CustomStringConvertible {
  /// The rule, the verdict and the events, in some lines.
  public var description: String {
    let deciding = Set(ruling.evidence.map(\.program))
    let trials = rule.trials.filter { deciding.contains($0.name) }.map { "  Done: \($0.summary)" }
    let events = ruling.evidence.map { "    \($0.event)" }
    let often = rounds > 1 ? " (in \(brokenRounds) of \(rounds) rounds)" : ""
    return
      (["\(rule.id) \(ruling.verdict.rawValue)\(often): \(rule.statement)"] + trials + [
        "  Seen: \(ruling.why)"
      ] + events + ruling.stack.map { "    in \($0.description)" } + [
        "  Cost: \(cost)", "  Mend: \(cure)", "  Read: lesson \(rule.lesson)",
      ]).joined(separator: "\n")
  }
}
