import OperationBench
import OperationCourse

/// The result of exploring a program, as text.
struct ExplorationScreen {
  let paper: Paper
  private let lab: Invocation

  init(_ paper: Paper, _ lab: Invocation = .current) {
    self.paper = paper
    self.lab = lab
  }

  /// What was found, then each program, then what to run next.
  func text(_ reports: [Exploration.Report], _ lesson: Lesson) -> String {
    if reports.isEmpty { return "No program of lesson \(lesson.number) can be explored." }
    let whole = reports.filter { reports.count == 1 || Self.differs($0) }
    let others = reports.filter { report in !whole.contains { $0.program == report.program } }
    let parts =
      [findings(reports), others.map(inShort).joined(separator: "\n")]
      + whole.map { text($0, lesson) } + [Self.reading.wrapped(to: paper.width)]
      + [next(reports, lesson)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static let reading =
    "An order such as main:2,T1 is two steps of main, then one of T1. From there all is as usual."

  /// Whether its orders lead to different things.
  private static func differs(_ report: Exploration.Report) -> Bool {
    report.outcomes.count > 1 || report.claims.values.contains { $0.varies }
  }

  private func findings(_ reports: [Exploration.Report]) -> String {
    let bad: [(Run.Outcome, String, String)] = [
      (.hangs, "hangs", "hang"), (.traps, "traps", "trap"), (.exits, "exits", "exit"),
    ]
    var lines = bad.compactMap { outcome, one, many -> String? in
      let found = reports.filter { $0.outcome(outcome) != nil }
      let names = found.map { $0.program + ($0.outcomes.count > 1 ? " (in some orders)" : "") }
      let subject = "\(found.count) of \(reports.count) programs \(found.count == 1 ? one : many)"
      return found.isEmpty ? nil : "\(subject): \(names.joined(separator: ", "))."
    }
    if lines.isEmpty { lines = ["\(reports.count) programs complete in every order tried."] }
    // Of one program, what is below says so.
    if reports.count == 1 { lines = [] }
    for report in reports {
      for (id, claim) in report.claims.sorted(by: { $0.key < $1.key }) where claim.varies {
        lines.append("\(report.program): some orders confirm \(id), and some refute it.")
      }
    }
    return lines.map {
      paper.toned($0.wrapped(to: paper.width, indent: 2, firstIndent: ""), .strong)
    }
    .joined(separator: "\n")
  }

  /// The first order to look at: one that does not complete, or the programs themselves.
  private func next(_ reports: [Exploration.Report], _ lesson: Lesson) -> String {
    let outcomes = reports.flatMap(\.outcomes)
    guard let run = outcomes.first(where: { $0.outcome != .completes })?.shortest else {
      let command = Goals.of(lesson).isEmpty ? "lesson" : "play"
      return lab.line("Next", "\(command) \(lesson.number)", width: paper.width)
    }
    return lab.line(
      "Next",
      "lesson \(lesson.number) --program \(run.run.program) --order \(run.shortOrder)",
      width: paper.width)
  }

  /// A line: its orders all lead to the same.
  private func inShort(_ report: Exploration.Report) -> String {
    let outcome = report.outcomes.first.map { "\($0.outcome.rawValue) in " } ?? ""
    let more = report.isEverything ? "" : "; there are more"
    return
      "\(report.program): \(outcome)\(report.orders) \(report.orders == 1 ? "order" : "orders")\(more)"
      .wrapped(to: paper.width, indent: 2, firstIndent: "")
  }

  func text(_ report: Exploration.Report, _ lesson: Lesson) -> String {
    let heading = paper.toned("\(report.program): \(Self.count(report))", .strong)
    var lines = [heading.wrapped(to: paper.width, indent: 2, firstIndent: "")]
    for outcome in report.outcomes {
      lines.append("")
      lines.append("\(outcome.outcome.rawValue) in \(Self.share(outcome.count, of: report.orders))")
      lines += shortest(outcome, lesson, isOnly: report.outcomes.count == 1)
    }
    lines += claims(report, lesson)
    return lines.joined(separator: "\n")
  }

  /// How many orders were run, and whether there are more.
  static func count(_ report: Exploration.Report) -> String {
    let orders = report.orders == 1 ? "1 order" : "\(report.orders) orders"
    if report.isEverything { return report.orders == 1 ? "the only order" : "all \(orders)" }
    if report.isComplete { return "\(orders), all with up to \(deviations(report.deviations))" }
    if report.deviations < 0 { return "\(orders); there are more" }
    return "\(orders), among them all with up to \(deviations(report.deviations)). There are more"
  }

  private static func deviations(_ count: Int) -> String {
    "\(count) \(count == 1 ? "step" : "steps") out of the usual order"
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

  private func claims(_ report: Exploration.Report, _ lesson: Lesson) -> [String] {
    let decided = report.claims.filter { claim in
      claim.value.counts.keys.contains { $0 != .undecided }
    }
    guard !decided.isEmpty else { return [] }
    return decided.sorted { $0.key < $1.key }.reduce(into: [""]) { lines, entry in
      lines.append("\(entry.key): \(verdicts(entry.value))")
      if let claim = lesson.claims.first(where: { $0.id == entry.key }) {
        lines.append(claim.statement.wrapped(to: paper.width, indent: 2))
      }
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

extension Exploration.Report.ClaimCount {
  /// Whether some orders confirm it and some refute it.
  fileprivate var varies: Bool { counts[.confirmed] != nil && counts[.refuted] != nil }
}
