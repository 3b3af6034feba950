import LabShared
import OperationCourse
import OperationLab
import OperationTesting

/// The result of exploring a program, as text.
struct ExplorationScreen {
  let paper: Paper
  private let lab: Invocation

  init(_ paper: Paper, _ lab: Invocation = .current) {
    self.paper = paper
    self.lab = lab
  }

  func text(_ report: Exploration.Report, _ lesson: Lesson) -> String {
    let heading = paper.toned("\(report.program): \(Self.count(report))", .strong)
    var lines = [heading.wrapped(to: paper.width, indent: 2, firstIndent: "")]
    for outcome in report.outcomes {
      lines.append("")
      lines.append("\(outcome.outcome.rawValue) in \(Self.share(outcome.count, of: report.orders))")
      lines += shortest(outcome, lesson, isOnly: report.outcomes.count == 1)
    }
    lines += claims(report)
    return lines.joined(separator: "\n") + "\n"
  }

  /// How many orders were run, and whether there are more.
  static func count(_ report: Exploration.Report) -> String {
    let orders = report.orders == 1 ? "1 order" : "\(report.orders) orders"
    if report.isEverything { return "\(orders), and there are no others" }
    if report.isComplete { return "\(orders), all with up to \(deviations(report.deviations))" }
    if report.deviations < 0 { return "\(orders); there are more" }
    return "\(orders), among them all with up to \(deviations(report.deviations)). There are more"
  }

  private static func deviations(_ count: Int) -> String {
    count == 1 ? "1 deviation" : "\(count) deviations"
  }

  private static func share(_ count: Int, of all: Int) -> String {
    count == all ? (all == 1 ? "it" : "all \(all) of them") : "\(count) of \(all)"
  }

  /// The way to run it again, and the trace unless all orders end alike.
  private func shortest(
    _ outcome: Exploration.Report.OutcomeCount, _ lesson: Lesson, isOnly: Bool
  ) -> [String] {
    let run = outcome.shortest
    let command = lab.command(
      ["lesson", "\(lesson.number)", "--program", run.run.program, "--order", "\(run.shortOrder)"])
    return ["  " + command]
      + (isOnly ? [] : steps(run.run.trace.events.filter { $0.kind != .settled }))
  }

  private func steps(_ events: some Collection<Event>) -> [String] {
    events.map { event in
      "\(event.thread) \(event.account)".wrapped(to: paper.width, indent: 6, firstIndent: "    ")
    }
  }

  /// Where a claim is confirmed in some orders and refuted in others: what happens in the shortest of
  /// each kind from the step on at which they part.
  private func traces(_ claim: Exploration.Report.ClaimCount) -> [String] {
    guard let confirmed = claim.shortest[.confirmed], let refuted = claim.shortest[.refuted] else {
      return []
    }
    let all = [confirmed, refuted].map { $0.run.trace.events.filter { $0.kind != .settled } }
    let common = zip(all[0], all[1]).prefix {
      ($0.thread, $0.account) == ($1.thread, $1.account)
    }.count
    let heads = ["confirmed", "refuted"].map { "  \($0), after \(common) steps that are the same:" }
    return zip(heads, all).flatMap { [$0] + steps($1.dropFirst(common)) }
  }

  private func claims(_ report: Exploration.Report) -> [String] {
    let decided = report.claims.filter { claim in
      claim.value.counts.keys.contains { $0 != .undecided }
    }
    guard !decided.isEmpty else { return [] }
    return decided.sorted { $0.key < $1.key }.reduce(into: [""]) { lines, entry in
      lines.append("\(entry.key): \(verdicts(entry.value))")
      lines += orders(entry.value) + traces(entry.value)
    }
  }

  private func verdicts(_ claim: Exploration.Report.ClaimCount) -> String {
    let parts: [String] = Verdict.allCases.compactMap { verdict in
      claim.counts[verdict].map { "\(verdict.rawValue) in \($0)" }
    }
    return parts.joined(separator: ", ")
  }

  /// Where a claim's verdicts differ: the shortest order for each.
  private func orders(_ claim: Exploration.Report.ClaimCount) -> [String] {
    if claim.counts.count < 2 { return [] }
    return Verdict.allCases.compactMap { verdict in
      claim.shortest[verdict].map { "  \(verdict.rawValue): --order \($0.shortOrder)" }
    }
  }
}
